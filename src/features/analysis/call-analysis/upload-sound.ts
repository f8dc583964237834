import { kindOfStored, type StoredFile } from '../../../files/index.ts';
import type { RepliedFile } from '../../../http/file-reply.ts';
import type { Mp3, Mp3Files, SilencedRecordings } from '../../../recordings/index.ts';

export type SoundFormat = 'mp3' | 'wav';

/** An uploaded recording in the form in which it is sent. */
export type UploadSound =
  /** `unconverted`: why the file is in its own format instead of the requested one. */
  | {
      readonly kind: 'file';
      readonly file: RepliedFile;
      readonly mimeType: string;
      readonly unconverted?: string;
    }
  | { readonly kind: 'mp3'; readonly mp3: Mp3 }
  | { readonly kind: 'busy' }
  /** Numbers of the transcript were redacted, and the file cannot be silenced there. */
  | { readonly kind: 'not_silenced'; readonly detail: string };

export interface UploadSoundOptions {
  readonly silenced: Pick<SilencedRecordings, 'ofUpload'>;
  readonly mp3Files: Pick<Mp3Files, 'get'>;
}

const mimeTypeOf = { mp3: 'audio/mpeg', wav: 'audio/wav' } as const;

/**
 * Returns an uploaded file in a format. A file of that format is sent as it is; others are converted in child
 * processes, and kept. A file that cannot be converted is sent as it is, in its own type.
 */
export async function uploadSound(
  stored: StoredFile,
  format: SoundFormat,
  spans: Parameters<SilencedRecordings['ofUpload']>[1],
  { silenced, mp3Files }: UploadSoundOptions,
): Promise<UploadSound> {
  const mimeType = (await kindOfStored(stored))?.mimeType ?? 'application/octet-stream';
  const file = { sizeBytes: stored.sizeBytes, stream: stored.stream, etag: `"${stored.digest}"` };
  if (spans.length === 0 && mimeType === mimeTypeOf[format]) return { kind: 'file', file, mimeType };
  const wav = await silenced.ofUpload(stored, spans);
  if (wav.kind === 'busy') return wav;
  if (wav.kind === 'failed')
    return spans.length > 0
      ? { kind: 'not_silenced', detail: wav.detail }
      : { kind: 'file', file, mimeType, unconverted: wav.detail };
  if (format === 'wav') return { kind: 'file', file: wav.recording, mimeType: mimeTypeOf.wav };
  return { kind: 'mp3', mp3: await mp3Files.get(wav.recording) };
}
