import type { Readable } from 'node:stream';
import type { DecodeOptions } from '../../media/index.ts';
import { type AudioFault, decode, faultOf, findFfmpeg } from './decoding.ts';

export type StereoRead =
  /** `channels` is the file's channel count. */
  | { readonly kind: 'read'; readonly seconds: number; readonly channels: number }
  | { readonly kind: 'fault'; readonly code: AudioFault; readonly detail: string };

export interface StereoAsk {
  readonly rateHz: NonNullable<DecodeOptions['rateHz']>;
  readonly signal: AbortSignal;
  /** Receives frames of the first two channels, in order; decoding waits for it. Errors are rethrown. */
  readonly take: (stereo: Int16Array) => Promise<void>;
}

/** Decodes a sound file in a child process that can be killed. */
export type ReadStereo = (path: string, ask: StereoAsk) => Promise<StereoRead>;

export interface StereoReaderOptions {
  /** Module that the child process runs. */
  readonly module: () => Promise<URL>;
  readonly maxSeconds: number;
}

const memoryBytes = 384 * 2 ** 20;
const lifeMs = 3_600_000;
const frameBytes = 4;

export function createStereoReader({ module, maxSeconds }: StereoReaderOptions): ReadStereo {
  return async (path, { rateHz, signal, take }) => {
    const ending = new AbortController();
    const ffmpeg = await findFfmpeg();
    let turn: Promise<void> = Promise.resolve();
    const decoded = decode({
      path,
      module: await module(),
      memoryBytes,
      lifeMs,
      given: { maxSeconds, channels: 'both', rateHz, ...(ffmpeg === undefined ? {} : { ffmpeg }) },
      signal: AbortSignal.any([signal, ending.signal]),
      stop: () => ending.abort(),
      onOutput(output) {
        turn = takeAll(output, take);
        turn.catch(() => ending.abort());
      },
    });
    const end = await decoded.end;
    const refused = decoded.refused();
    if (refused !== undefined) return { kind: 'fault', ...refused };
    await turn;
    if (end.kind !== 'done') return { kind: 'fault', ...faultOf(end) };
    const totalMs = decoded.totalMs();
    return totalMs === undefined
      ? { kind: 'fault', code: 'failed', detail: 'the decoder ended early' }
      : { kind: 'read', seconds: totalMs / 1000, channels: decoded.channels() };
  };
}

async function takeAll(output: Readable, take: StereoAsk['take']): Promise<void> {
  let rest = Buffer.alloc(0);
  for await (const chunk of output as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % frameBytes);
    rest = bytes.subarray(whole);
    // The copy starts at an even address, regardless of how the pipe splits the data.
    if (whole > 0) await take(new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer));
  }
}
