import { join } from 'node:path';
import type { ById, Recordings } from '../../media/ports.ts';
import type { FaultPoint } from '../faults/fault-point.ts';
import { createWavFile, readWavLengthMs, type WavFile } from './wav-file.ts';

export interface RecordingFilesOptions {
  /** Existing folder. */
  readonly dir: string;
  /** Called once when a recording starts to fail, and once when it recovers. */
  readonly onTrouble: (callUuid: string, code: 'recording_failed' | 'recording_resumed', detail: string) => void;
  /** Bytes of one call that may wait for the disk; further frames are refused. 30 s of 16 kHz stereo by default. */
  readonly maxWaitingBytes?: number;
  readonly at?: FaultPoint;
  /** Called when a recording is complete: nothing more is written to it. */
  readonly onFinished?: (callUuid: string) => void;
}

export interface RecordingFiles extends ById<Recordings> {
  /** Returns whether more may still be recorded. */
  isOpen(callUuid: string): boolean;
  /** Returns the recorded length in ms; undefined if nothing was recorded. */
  lengthMs(callUuid: string): Promise<number | undefined>;
  close(): Promise<void>;
}

interface Track {
  readonly rateHz: number;
  file: WavFile | undefined;
  /** Frames offered so far, written or not: the call's sample clock. */
  clockFrames: number;
  waitingBytes: number;
  failing: boolean;
  last: Promise<unknown>;
}

/** Records calls as stereo WAV files named by call uuid. */
export function createRecordingFiles(options: RecordingFilesOptions): RecordingFiles {
  const tracks = new Map<string, Track>();
  const maxWaitingBytes = options.maxWaitingBytes ?? 30 * 16_000 * 4;
  const pathOf = (callUuid: string): string => join(options.dir, `${callUuid}.wav`);

  async function put(callUuid: string, track: Track, atFrame: number, stereo: Int16Array): Promise<boolean> {
    try {
      track.file ??= await createWavFile(pathOf(callUuid), track.rateHz, options.at);
      await track.file.put(atFrame, stereo);
      if (track.failing)
        options.onTrouble(callUuid, 'recording_resumed', 'The recording continues after a gap of silence.');
      track.failing = false;
      return true;
    } catch (error) {
      return fail(callUuid, track, sentence(error));
    } finally {
      track.waitingBytes -= stereo.byteLength;
    }
  }

  function fail(callUuid: string, track: Track, detail: string): false {
    if (!track.failing) options.onTrouble(callUuid, 'recording_failed', detail);
    track.failing = true;
    return false;
  }

  async function finish(callUuid: string): Promise<void> {
    const track = tracks.get(callUuid);
    if (track === undefined) return;
    tracks.delete(callUuid);
    await track.last;
    await track.file?.close().catch((error: unknown) => fail(callUuid, track, sentence(error)));
    if (track.file !== undefined) options.onFinished?.(callUuid);
  }

  return {
    write(callUuid, rateHz, stereo) {
      let track = tracks.get(callUuid);
      if (track === undefined) {
        track = { rateHz, file: undefined, clockFrames: 0, waitingBytes: 0, failing: false, last: Promise.resolve() };
        tracks.set(callUuid, track);
      }
      const atFrame = track.clockFrames;
      track.clockFrames += stereo.length / 2;
      if (rateHz !== track.rateHz) {
        return Promise.resolve(
          fail(callUuid, track, `The sample rate changed from ${track.rateHz} to ${rateHz} Hz during a call.`),
        );
      }
      if (track.waitingBytes + stereo.byteLength > maxWaitingBytes) {
        return Promise.resolve(fail(callUuid, track, 'The disk is too slow for the recording.'));
      }
      track.waitingBytes += stereo.byteLength;
      const thisTrack = track;
      // The caller may reuse its buffer as soon as this returns.
      const copy = stereo.slice();
      const written = thisTrack.last.then(() => put(callUuid, thisTrack, atFrame, copy));
      thisTrack.last = written;
      return written;
    },
    finish,
    isOpen: (callUuid) => tracks.has(callUuid),
    lengthMs: (callUuid) => readWavLengthMs(pathOf(callUuid)),
    async close() {
      await Promise.all([...tracks.keys()].map(finish));
    },
  };
}

function sentence(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full; free some space. What was recorded is kept.';
  return `The recording cannot be written (${typeof code === 'string' ? code : String(error)}). What was recorded is kept.`;
}
