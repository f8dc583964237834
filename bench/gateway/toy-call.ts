import { createDecoder, createEncoder, type Decoder, type Encoder } from '../../media/codec/format.ts';
import { systemClock } from '../../media/kit/clock.ts';
import { lineRateOf, type WireFormat } from '../../media/line/audio.ts';
import type { AudioEvent } from '../../media/line/wire.ts';
import { type DialectName, lineProfiles } from '../../media/wire/dialects/index.ts';
import type { Metronome, Ticker } from '../../media/wire/metronome.ts';
import { createPacer } from '../../media/wire/pacer.ts';
import type { Pacer, PacerSink } from '../../media/wire/pacing.ts';
import type { WireStream } from '../../media/wire/server.ts';
import type { AudioReader } from '../../media/wire/wire-stream.ts';

export interface Tally {
  framesIn: number;
  framesOut: number;
  /** Prevents decoding from being optimised away. */
  lastSample: number;
}

export const createTally = (): Tally => ({ framesIn: 0, framesOut: 0, lastSample: 0 });

const phraseMs = 1000;
/** Another phrase is queued when less than this is left. */
const refillMs = 1500;
/** Phrase that all calls play. */
const phrase = Float32Array.from({ length: phraseMs * 8 }, (_, i) => 0.3 * Math.sin((2 * Math.PI * 300 * i) / 8000));

/** Receives every frame and talks continuously, in one-second phrases with a checkpoint after each, like an agent. */
export async function holdToyCall(stream: WireStream, metronome: Metronome, tally: Tally): Promise<void> {
  let call: ToyCall | undefined;
  for await (const event of stream.events) {
    if (event.type === 'start') {
      const begun = new ToyCall(stream, event.format, tally);
      call = begun;
      stream.readAudio(begun);
      if (event.custom.quiet === undefined) begun.talk(metronome);
    } else if (event.type === 'audio') call?.hear(event);
    else if (event.type === 'stop') call?.stop();
  }
}

class ToyCall implements PacerSink, AudioReader, Ticker {
  private readonly stream: WireStream;
  private readonly tally: Tally;
  private readonly decode: Decoder;
  private readonly encode: Encoder;
  private readonly pacer: Pacer;
  private stopTicking: (() => void) | undefined;
  private phrases = 0;

  constructor(stream: WireStream, format: WireFormat, tally: Tally) {
    const chunking = lineProfiles[stream.dialect as DialectName].chunking(format);
    this.stream = stream;
    this.tally = tally;
    this.decode = createDecoder(format);
    this.encode = createEncoder(format);
    this.pacer = createPacer({ rateHz: lineRateOf(format), ...chunking });
    this.stopTicking = undefined;
  }

  talk(metronome: Metronome): void {
    this.say();
    this.stopTicking = metronome.add(this);
  }

  tick(nowMs: number): void {
    this.pacer.drive(nowMs, this);
  }

  stop(): void {
    this.stopTicking?.();
  }

  hear({ payload }: AudioEvent): void {
    this.tally.framesIn += 1;
    this.tally.lastSample = this.decode(payload)[0] ?? 0;
    this.pacer.accompany(systemClock.nowMs(), this);
  }

  audio(samples: Float32Array): void {
    this.tally.framesOut += 1;
    this.stream.send({ type: 'audio', payload: this.encode(samples) });
  }

  mark(name: string): void {
    this.stream.send({ type: 'mark', name });
    this.say();
  }

  private say(): void {
    while (this.pacer.queuedMs < refillMs) {
      this.phrases += 1;
      this.pacer.queue(`reply-${this.phrases}`, phrase);
      this.pacer.seal(`reply-${this.phrases}`);
    }
  }
}
