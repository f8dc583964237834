import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultPoint } from '../faults/fault-point.ts';
import { createWavFile, openWavFile, type WavFile } from './wav-file.ts';

export interface Joining {
  /** The spool. */
  readonly dir: string;
  readonly callUuid: string;
  /** Copies what was recorded before to `path`. False when nothing was. */
  readonly copyTo: (path: string) => Promise<boolean>;
  /** Of a recording that is made; one that is there keeps its own. */
  readonly rateHz: number;
  readonly at?: FaultPoint;
}

/**
 * Adds to a call's recording, or makes it. `fill` writes what is new at its place on the call's sample clock, so that
 * doing it again changes nothing. The recording is what it was before until all of it is there, in the spool.
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
