import { createDecoder, createEncoder, type Decoder } from '../../media/codec/format.ts';
import { lineRateOf } from '../../media/line/audio.ts';
import type { AudioEvent, WireEvent } from '../../media/line/wire.ts';
import { dialects } from '../../media/wire/dialects.ts';
import type { Metronome } from '../../media/wire/metronome.ts';
import { createPacer } from '../../media/wire/pacer.ts';
import type { WireStream } from '../../media/wire/server.ts';

export interface Tally {
  framesIn: number;
  framesOut: number;
  /** Only so that decoding cannot be optimised away. */
  lastSample: number;
}

export const createTally = (): Tally => ({ framesIn: 0, framesOut: 0, lastSample: 0 });

const phraseMs = 1000;
/** More is queued when less than this is left. */
const refillMs = 1500;
const beatsBetweenLooks = 32;
/** What they all say. */
const phrase = Float32Array.from({ length: phraseMs * 8 }, (_, i) => 0.3 * Math.sin((2 * Math.PI * 300 * i) / 8000));

/** Listens to every frame and talks all the time, in phrases of a second with a mark after each, as an agent's would be. */
export async function holdToyCall(stream: WireStream, metronome: Metronome, tally: Tally): Promise<void> {
  let decode: Decoder | undefined;
  let stop: (() => void) | undefined;
  const hear = ({ payload }: AudioEvent): void => {
    tally.framesIn += 1;
    tally.lastSample = decode?.(payload)[0] ?? 0;
  };
  for await (const event of stream.events) {
    if (event.type === 'start') {
      decode = createDecoder(event.format);
      stream.readAudio(hear);
      stop = event.custom.quiet === undefined ? talk(stream, event, metronome, tally) : undefined;
    } else if (event.type === 'audio') hear(event);
    else if (event.type === 'stop') stop?.();
  }
}

function talk(stream: WireStream, { format }: WireEvent & { type: 'start' }, metronome: Metronome, tally: Tally) {
  const rateHz = lineRateOf(format);
  const pacer = createPacer({ rateHz, ...dialects[stream.dialect].chunking(format) });
  const { send } = stream;
  const { tick } = pacer;
  const encode = createEncoder(format);
  let phrases = 0;
  let beats = 0;
  return metronome.add((nowMs) => {
    beats += 1;
    if (beats % beatsBetweenLooks === 1 && pacer.queuedMs < refillMs) {
      phrases += 1;
      pacer.queue(`reply-${phrases}`, phrase);
      pacer.seal(`reply-${phrases}`);
    }
    for (const output of tick(nowMs)) {
      if (output.type === 'audio') {
        tally.framesOut += 1;
        send({ type: 'audio', payload: encode(output.samples) });
      } else if (output.type === 'mark') send({ type: 'mark', name: output.name });
    }
  });
}
