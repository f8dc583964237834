import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { invariant } from '../../media/kit/invariant.ts';
import type { AudioFault, ReadStereo } from '../audio/index.ts';
import { limitFolder, type StoredFile } from '../files/index.ts';
import { createSlots } from '../slots.ts';
import type { FoundRecording } from './stored-recordings.ts';
import { createWavFile, openWavFile, type WavFile } from './wav-file.ts';

export interface SilencedSpan {
  readonly startMs: number;
  readonly endMs: number;
}

export interface SilencedRecordingsOptions {
  /** Folder for the copies. */
  readonly dir: string;
  readonly readStereo: ReadStereo;
  /** Total size limit of the copies; the least recently used are removed first. */
  readonly maxBytes?: number;
}

/** A WAV made of an uploaded file. */
export type UploadWav =
  | { readonly kind: 'made'; readonly recording: FoundRecording }
  /** Too many files are being decoded. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly detail: string };

type Unmade = Exclude<UploadWav, { kind: 'made' }>;

/** Copies of recordings with both channels silenced over sensitive speech. */
export interface SilencedRecordings {
  /** Silences a WAV of this server. */
  ofCall(storedRecording: FoundRecording, spans: readonly SilencedSpan[]): Promise<FoundRecording>;
  /** Decodes an uploaded file to a stereo WAV, silenced over the spans. */
  ofUpload(file: Pick<StoredFile, 'digest' | 'withPath'>, spans: readonly SilencedSpan[]): Promise<UploadWav>;
}

/** Decoders of uploaded files that run at once, and requests that wait for one. */
const decodes = { atOnce: 1, waiting: 8 };
const faultTexts: Readonly<Record<AudioFault, string>> = {
  empty: 'the file has no sound',
  too_long: 'the recording is too long to convert',
  damaged: 'no part of the file can be decoded',
  too_slow: 'the decoder took too long',
  too_large: 'the decoder needed too much memory',
  stopped: 'the server is closing',
  failed: 'the decoder failed',
};
/** Maximum error of word times. */
const marginMs = 120;
const rateHz = 16_000;

export function createSilencedRecordings(options: SilencedRecordingsOptions): SilencedRecordings {
  const { dir, readStereo, maxBytes = 2 ** 30 } = options;
  const making = new Map<string, Promise<UploadWav>>();
  const slots = createSlots(decodes);
  let parts = 0;

  /** The name of the source comes first, so that its deletion finds the copies. */
  function once(
    source: Pick<FoundRecording, 'name' | 'etag'>,
    spans: readonly SilencedSpan[],
    fill: (path: string) => Promise<Unmade | undefined>,
  ): Promise<UploadWav> {
    const version = createHash('sha256').update(JSON.stringify([source.etag, spans]));
    const name = `${source.name}.${version.digest('hex')}`;
    const silenced = making.get(name) ?? make(name, fill).finally(() => making.delete(name));
    making.set(name, silenced);
    return silenced;
  }

  async function make(name: string, fill: (path: string) => Promise<Unmade | undefined>): Promise<UploadWav> {
    const place = join(dir, `${name}.wav`);
    const known = await recordingAt(place, name);
    if (known !== undefined) {
      const now = new Date();
      await utimes(place, now, now);
      return { kind: 'made', recording: known };
    }
    await mkdir(dir, { recursive: true });
    parts += 1;
    const part = `${place}.${process.pid}-${parts}.part`;
    try {
      const unmade = await fill(part);
      if (unmade !== undefined) return unmade;
      await limitFolder(dir, maxBytes, (file) => file.endsWith('.wav'));
      await rename(part, place);
      const recording = await recordingAt(place, name);
      invariant(recording !== undefined, 'a WAV is missing just after it was made');
      return { kind: 'made', recording };
    } finally {
      await rm(part, { force: true });
    }
  }

  return {
    async ofCall(recording, spans) {
      const silenced = await once(recording, spans, async (path) => {
        await recording.withPath((from) => copyFile(from, path));
        const file = await openWavFile(path);
        await silence(file, spans, (await stat(path)).size).finally(() => file.close());
        return undefined;
      });
      invariant(silenced.kind === 'made', 'a WAV of this server was not copied');
      return silenced.recording;
    },
    ofUpload: (file, spans) =>
      once({ name: file.digest, etag: file.digest }, spans, async (path) => {
        const leave = await slots.enter();
        if (leave === undefined) return { kind: 'busy' };
        try {
          const fault = await file.withPath((from) => decodeSilenced(readStereo, from, path, spans));
          return fault === undefined ? undefined : { kind: 'failed', detail: fault };
        } finally {
          leave();
        }
      }),
  };
}

async function recordingAt(path: string, name: string): Promise<FoundRecording | undefined> {
  const sizeBytes = (await stat(path).catch(() => undefined))?.size;
  if (sizeBytes === undefined) return undefined;
  return {
    name,
    sizeBytes,
    isFinal: true,
    etag: `"${name}"`,
    withPath: (use) => use(path),
    async stream(range = { start: 0, end: sizeBytes - 1 }) {
      const handle = await open(path);
      return handle.createReadStream({ ...range, highWaterMark: 256 * 1024 });
    },
  };
}

const headerBytes = 44;
const frameBytes = 4;

async function silence(file: WavFile, spans: readonly SilencedSpan[], sizeBytes: number): Promise<void> {
  const frames = Math.floor((sizeBytes - headerBytes) / frameBytes);
  for (const { from, to } of framesOf(spans, file.rateHz)) {
    const length = Math.min(to, frames) - from;
    if (length > 0) await file.put(from, new Int16Array(2 * length));
  }
}

/** Returns an error message, or undefined on success. */
async function decodeSilenced(
  readStereo: ReadStereo,
  from: string,
  path: string,
  spans: readonly SilencedSpan[],
): Promise<string | undefined> {
  const file = await createWavFile(path, rateHz);
  const silent = framesOf(spans, rateHz);
  let at = 0;
  try {
    const read = await readStereo(from, {
      rateHz,
      signal: new AbortController().signal,
      async take(stereo) {
        const end = at + stereo.length / 2;
        for (const span of silent)
          if (span.from < end && span.to > at)
            stereo.fill(0, 2 * Math.max(0, span.from - at), 2 * Math.min(stereo.length / 2, span.to - at));
        await file.put(at, stereo);
        at = end;
      },
    });
    return read.kind === 'read' ? undefined : faultTexts[read.code];
  } finally {
    await file.close();
  }
}

const framesOf = (spans: readonly SilencedSpan[], rate: number): { readonly from: number; readonly to: number }[] =>
  spans.map(({ startMs, endMs }) => ({
    from: Math.max(0, Math.floor(((startMs - marginMs) * rate) / 1000)),
    to: Math.ceil(((endMs + marginMs) * rate) / 1000),
  }));
