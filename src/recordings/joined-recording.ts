import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultPoint } from '../faults/fault-point.ts';
import { createWavFile, openWavFile, type WavFile } from './wav-file.ts';

export interface Joining {
  /** Spool folder. */
  readonly dir: string;
  readonly callUuid: string;
  /** Copies the existing recording to `path`. Returns false if there is none. */
  readonly copyTo: (path: string) => Promise<boolean>;
  /** Sample rate of a new recording; an existing one keeps its own. */
  readonly rateHz: number;
  readonly at?: FaultPoint;
}

/**
 * Extends or creates a call's recording. `fill` writes new audio at its position on the call's sample clock, so
 * repeating it is harmless. The spool keeps the previous recording until the new one is complete.
 */
export async function joinRecording<T>(
  { dir, callUuid, copyTo, rateHz, at }: Joining,
  fill: (file: WavFile) => Promise<T>,
): Promise<T> {
  const place = join(dir, `${callUuid}.wav`);
  const part = `${place}.part`;
  await rm(part, { force: true });
  try {
    const isThere = await copyTo(part);
    const file = isThere ? await openWavFile(part, at) : await createWavFile(part, rateHz, at);
    const filled = await fill(file).finally(() => file.close());
    await rename(part, place);
    return filled;
  } finally {
    await rm(part, { force: true });
  }
}
