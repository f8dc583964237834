import { setImmediate as breathe } from 'node:timers/promises';
import { createDecoder } from '../codec/format.ts';
import { createResampler } from '../dsp/resampler.ts';
import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, Utterance } from '../line/speech.ts';
import type { BeforeAnswer } from '../voicemail/before-answer.ts';
import { createToneDetector, type Tone } from '../voicemail/tones.ts';
import type { LineContext } from './line-context.ts';
import { transcribe } from './transcript/transcribe.ts';

const recognitionHz = 16_000;
/** The detector reports a tone about this long after its end. */
const toneDelayMs = 200;

/** Packets of 20 ms between which the thread handles the audio of other calls. */
const packetsAtOnce = 10;

/** Recognises what the line played before the answer. Resolves to undefined if there was no audio. */
export async function recogniseEarly(
  { start, plan, rateHz, equipment }: LineContext,
  recogniser: EngineClient<RecogniseJob, Utterance>,
): Promise<BeforeAnswer | undefined> {
  const { early = [], format } = start;
  if (early.length === 0) return undefined;
  const decode = createDecoder(format, rateHz);
  const blocks: Float32Array[] = [];
  for await (const payload of unhurried(early)) blocks.push(decode(payload).slice());
  return {
    tones: await tonesIn(blocks, rateHz),
    text: await wordsIn(blocks, { plan, rateHz, equipment }, recogniser),
  };
}

/** Yields to the event loop between packets. */
async function* unhurried<Packet>(packets: readonly Packet[]): AsyncGenerator<Packet> {
  for (const [place, packet] of packets.entries()) {
    if (place % packetsAtOnce === 0) await breathe();
    yield packet;
  }
}

async function tonesIn(blocks: readonly Float32Array[], rateHz: number): Promise<readonly Tone[]> {
  const detector = createToneDetector({ rateHz });
  const lengthMs = (blocks.reduce((sum, { length }) => sum + length, 0) * 1000) / rateHz;
  const silence = new Float32Array((rateHz * toneDelayMs) / 1000);
  const tones: Tone[] = [];
  for await (const block of unhurried([...blocks, silence])) tones.push(...detector.push(block));
  return tones.map((tone) => ({ ...tone, startMs: tone.startMs - lengthMs, endMs: tone.endMs - lengthMs }));
}

async function wordsIn(
  blocks: readonly Float32Array[],
  { plan, rateHz, equipment }: Pick<LineContext, 'plan' | 'rateHz' | 'equipment'>,
  recogniser: EngineClient<RecogniseJob, Utterance>,
): Promise<string> {
  const resampler = rateHz === recognitionHz ? undefined : createResampler(rateHz, recognitionHz);
  async function* sound(): AsyncGenerator<readonly Float32Array[]> {
    for await (const block of unhurried(blocks))
      yield [resampler === undefined ? block : resampler.process(block).slice()];
  }
  const texts: string[] = [];
  const parts = transcribe({
    sound: sound(),
    channels: 1,
    vad: equipment.voiceActivity,
    recogniser,
    languageCode: plan.brain.languageCode,
    atOnce: 1,
    fromMs: 0,
  });
  for await (const { sentences } of parts) texts.push(...sentences.map(({ text }) => text));
  return texts.join(' ');
}
