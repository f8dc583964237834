import { createDecoder, createEncoder } from '../../media/codec/format.ts';
import { encodeMulaw } from '../../media/codec/g711.ts';
import type { KernelForm } from '../../media/dsp/kernels/forms.ts';
import { createLogMel } from '../../media/dsp/log-mel.ts';
import { createResampler } from '../../media/dsp/resampler.ts';
import { createRandom } from '../../media/emulator/random.ts';
import type { WireFormat } from '../../media/line/audio.ts';
import { createVocoder } from '../../media/synthesiser/vocoder.ts';
import { createAudioText } from '../../media/wire/dialects/audio-text.ts';
import { createMediaReader } from '../../media/wire/dialects/read-media.ts';

export interface KernelWork {
  readonly kernel: string;
  /** Unit that the time refers to. */
  readonly frame: string;
  readonly frameMs: number;
  /** Frames processed per run. */
  readonly frames: number;
  readonly ts: () => void;
  readonly wasm: () => void;
}

/** Sizes are those of a call: an utterance of 4 s, clauses of 2 s, frames of 20 ms. */
export function kernelWorks(): KernelWork[] {
  return [
    both({ kernel: 'log-mel 8 kHz', frame: '10 ms', frameMs: 10, frames: 426 }, (form) => logMel(8000, form)),
    both({ kernel: 'log-mel 16 kHz', frame: '10 ms', frameMs: 10, frames: 426 }, (form) => logMel(16_000, form)),
    both({ kernel: 'vocoder 8 kHz', frame: '12.5 ms', frameMs: 12.5, frames: 160 }, (form) => vocode(8000, form)),
    both({ kernel: 'vocoder 16 kHz', frame: '12.5 ms', frameMs: 12.5, frames: 160 }, (form) => vocode(16_000, form)),
    ...[
      [8000, 16_000],
      [16_000, 8000],
      [24_000, 8000],
      [8000, 24_000],
    ].map(([fromHz, toHz]) =>
      both(
        { kernel: `resampler ${fromHz! / 1000} to ${toHz! / 1000} kHz`, frame: '20 ms', frameMs: 20, frames: 50 },
        (form) => resampleSecond(fromHz!, toHz!, form),
      ),
    ),
    both(frameOf('mu-law to samples'), expansion),
    both(frameOf('samples to mu-law'), compression),
    both(frameOf('media message to payload'), reading),
    both(frameOf('payload to media message'), printing),
  ];
}

const both = (what: Omit<KernelWork, 'ts' | 'wasm'>, make: (form: KernelForm) => () => void): KernelWork => ({
  ...what,
  ts: make('ts'),
  wasm: make('wasm'),
});

function noise(samples: number): Float32Array {
  const random = createRandom(3);
  return Float32Array.from({ length: samples }, (_, n) => 0.3 * Math.sin(n / 9) + 0.1 * (random() - 0.5));
}

function logMel(rateHz: 8000 | 16_000, form: KernelForm): () => void {
  const sound = noise(4 * rateHz);
  const kernel = createLogMel(rateHz, form);
  return () => void kernel.compute(sound, 426);
}

function vocode(rateHz: 8000 | 16_000, form: KernelForm): () => void {
  const vocoder = createVocoder(rateHz, form);
  const random = createRandom(4);
  const frames = 160;
  const part = (scale: number) => Float32Array.from({ length: frames * vocoder.bins }, () => scale * random());
  const spectra = {
    frames,
    bins: vocoder.bins,
    harmonic: part(30),
    theta: part(3),
    noise: part(20),
    free: part(10),
    phi: part(6),
    f0: Float32Array.from({ length: frames }, (_, i) => 150 + i),
  };
  return () => {
    for (const _ of vocoder.render(spectra, { startFrame: 0, endFrame: frames, pieceFrames: [8, 16, 32] }));
  };
}

function resampleSecond(fromHz: number, toHz: number, form: KernelForm): () => void {
  const second = noise(fromHz);
  const frame = fromHz / 50;
  const resampler = createResampler(fromHz, toHz, form);
  return () => {
    for (let at = 0; at < second.length; at += frame) resampler.process(second.subarray(at, at + frame));
  };
}

const mulaw: WireFormat = { encoding: 'mulaw', rateHz: 8000 };
const spokenMs = 20;
const frameOf = (kernel: string) => ({ kernel, frame: `${spokenMs} ms`, frameMs: spokenMs, frames: 1 });

function expansion(form: KernelForm): () => void {
  const payload = encodeMulaw(noise(160));
  const decode = createDecoder(mulaw, 8000, form);
  return () => void decode(payload);
}

function compression(form: KernelForm): () => void {
  const samples = noise(160);
  const encode = createEncoder(mulaw, form);
  return () => void encode(samples);
}

/** Parses a provider's message into a payload. */
function reading(form: KernelForm): () => void {
  const payload = Buffer.from(encodeMulaw(noise(160))).toString('base64');
  const text = Buffer.from(
    `{"sequenceNumber":1000,"event":"media","streamId":"${crypto.randomUUID()}","media":{"track":"inbound","timestamp":"20000","chunk":1000,"payload":"${payload}"},"extra_headers":"{}"}`,
  );
  const read = createMediaReader(form);
  return () => void read(text, mulaw);
}

function printing(form: KernelForm): () => void {
  const payload = encodeMulaw(noise(160));
  const text = createAudioText('{"event":"playAudio","media":{"payload":"', '"}}', form);
  return () => void text.print(payload);
}
