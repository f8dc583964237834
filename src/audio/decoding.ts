import { access, constants } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { DecodeOptions } from '../../media/index.ts';
import { type ProcessEnd, runWatched } from '../watched-process/index.ts';
import { decodeMessage } from './messages.ts';

export type AudioFault =
  /** The file contains no audio. */
  | 'empty'
  | 'too_long'
  /** No part of the file can be decoded. */
  | 'damaged'
  | 'too_slow'
  | 'too_large'
  /** The transcriber is closing, or the signal was aborted. */
  | 'stopped'
  /** Internal error. */
  | 'failed';

export const heap = { heapMebibytes: 128, youngMebibytes: 2 } as const;
/** Fixed paths: the process's PATH is never used. */
const ffmpegPlaces = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg'];

export async function findFfmpeg(): Promise<string | undefined> {
  for (const place of ffmpegPlaces) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return place;
  }
  return undefined;
}

export interface Decoding {
  readonly path: string;
  readonly given: DecodeOptions;
  readonly module: URL;
  readonly signal: AbortSignal;
  /** Stops all related processes. */
  readonly stop: () => void;
  readonly memoryBytes: number;
  readonly lifeMs: number;
  readonly onOutput: (output: Readable) => void;
}

/** Decodes a file in a child process, which runs the parsers on untrusted data. */
export function decode({ path, given: decodeOptions, module, signal, stop, memoryBytes, lifeMs, onOutput }: Decoding) {
  let totalMs: number | undefined;
  let channels = 0;
  let isCut = false;
  let refusal: { code: 'empty' | 'too_long' | 'damaged'; detail: string } | undefined;
  const end = runWatched({
    ...heap,
    module,
    memoryBytes,
    signal,
    lifeMs,
    onOutput,
    // The decoder is silent while its output is not read, so silence must not count as a stall.
    stallMs: lifeMs,
    confinement: { reads: [path], programs: decodeOptions.ffmpeg !== undefined },
    args: [path, JSON.stringify(decodeOptions)],
    onMessage(message) {
      const parsed = decodeMessage.parse(message);
      if (parsed.type === 'refused') {
        refusal = { code: parsed.code, detail: parsed.detail };
        stop();
      }
      if (parsed.type === 'end') {
        totalMs = parsed.seconds * 1000;
        channels = parsed.channels;
        isCut = parsed.isCut;
      }
      if (parsed.type === 'at' && parsed.fraction > 0.001) totalMs = (parsed.seconds * 1000) / parsed.fraction;
    },
  });
  return { end, totalMs: () => totalMs, channels: () => channels, isCut: () => isCut, refused: () => refusal };
}

export function faultOf(end: Exclude<ProcessEnd, { kind: 'done' }>): { code: AudioFault; detail: string } {
  switch (end.kind) {
    case 'stalled':
    case 'overdue':
      return { code: 'too_slow', detail: '' };
    case 'too_large':
      return { code: 'too_large', detail: '' };
    case 'aborted':
      return { code: 'stopped', detail: '' };
    case 'failed':
      return { code: 'failed', detail: end.detail };
  }
}
