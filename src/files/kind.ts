import type { FileKind } from './file-kind.ts';
import type { IncomingFile, StoredFile } from './file-store.ts';
import { hasSound, lacksIndex } from './mp4-tracks.ts';
import { compoundKindOf, officeKindOf, officeKinds } from './office-kind.ts';
import { flac, m4a, mp3, ogg, soundKindOf, soundKinds, wav, webm } from './sound-kind.ts';

export type { FileKind };

const pdf: FileKind = { family: 'pdf', mimeType: 'application/pdf', extensions: ['pdf'] };
const png: FileKind = { family: 'image', mimeType: 'image/png', extensions: ['png', 'apng'] };
const jpeg: FileKind = { family: 'image', mimeType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] };
const tiff: FileKind = { family: 'image', mimeType: 'image/tiff', extensions: ['tiff', 'tif'] };
const webp: FileKind = { family: 'image', mimeType: 'image/webp', extensions: ['webp'] };

/** Accepted kinds, keyed by the detector's MIME type. */
const kinds: Readonly<Record<string, FileKind>> = {
  'application/pdf': pdf,
  'image/png': png,
  'image/apng': png,
  'image/jpeg': jpeg,
  'image/tiff': tiff,
  'image/webp': webp,
  'audio/mpeg': mp3,
  'audio/wav': wav,
  'audio/vnd.wave': wav,
  'audio/x-m4a': m4a,
  'audio/mp4': m4a,
  'audio/ogg': ogg,
  'audio/ogg; codecs=opus': ogg,
  'audio/flac': flac,
  'audio/x-flac': flac,
  'audio/webm': webm,
  'video/webm': webm,
};

export const mimeTypes: readonly string[] = [
  ...new Set([...Object.values(kinds), ...soundKinds, ...officeKinds].map(({ mimeType }) => mimeType)),
];

/** MIME types of accepted recordings. */
export const soundTypes: readonly string[] = soundKinds.map(({ mimeType }) => mimeType);

/** Accepted kinds of recordings, for error messages. */
export const soundKindsInWords = 'MP3, WAV, M4A, MP4, OGG, FLAC, WebM, AIFF, AU, CAF, AMR, AAC or WMA';

/** Accepted kinds, for error messages. */
export const kindsInWords = `PDF, DOCX, ODT, RTF, PPTX, XLSX, CSV, TXT, Markdown, HTML, EML, PNG, JPEG, TIFF, WebP, ${soundKindsInWords}`;

/**
 * Signatures of accepted files. The detector never receives others: its archive parsers must not run on untrusted
 * files.
 */
const beginnings: readonly ((head: Uint8Array) => boolean)[] = [
  begins('%PDF-'),
  begins('\x89PNG\r\n\x1a\n'),
  begins('\xff\xd8\xff'),
  begins('II*\0'),
  begins('MM\0*'),
  begins('RIFF'),
  begins('OggS'),
  begins('fLaC'),
  begins('\x1a\x45\xdf\xa3'),
  begins('ID3'),
  // A frame of MPEG audio, layer III.
  (head) => head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2,
];
const isMp4 = begins('ftyp', 4);

/** A blank line, or one of the header of a mail or of an HTTP response. */
const headerLine = /^(?:\s*|HTTP\/[\d.]+ \d{3}.*|[A-Za-z][\w-]*:[^<>]*|--[\w=.-]+)$/;

/** Readers of PDF accept other lines before its header, in the first 1,024 bytes. A page of the web is none of them. */
function isPdf(head: Uint8Array): boolean {
  const text = Buffer.from(head.subarray(0, 1024)).toString('latin1');
  const at = text.indexOf('%PDF-');
  const before = text.slice(0, Math.max(0, at)).replace(/^\xef\xbb\xbf/, '');
  return at > 0 && before.split(/\r\n|\r|\n/).every((line) => headerLine.test(line));
}

const headBytes = 16 * 1024;

/**
 * Returns undefined for a kind that is not accepted. Reads the beginning of the file; for MP4 and office files, also as
 * much as identifies their tracks or parts. A text is accepted by the extension of its name.
 */
export async function kindOf(
  file: Pick<IncomingFile, 'read' | 'sizeBytes'>,
  name?: string,
): Promise<FileKind | undefined> {
  const head = await file.read(0, headBytes);
  // Phones and editors label audio-only files with the general MP4 brands. Of a video, its sound is read.
  if (isMp4(head)) return (await hasSound(file)) ? m4a : undefined;
  if (!beginnings.some((matches) => matches(head)))
    return isPdf(head) ? pdf : ((await officeKindOf(file, name)) ?? soundKindOf(head));
  const { fileTypeFromBuffer } = await import('file-type');
  // A file that makes the detector throw is not an accepted kind.
  const fileType = await fileTypeFromBuffer(head).catch(() => undefined);
  return fileType === undefined ? undefined : kinds[fileType.mime];
}

/** Returns the kind of a stored file. */
export const kindOfStored = (file: Pick<StoredFile, 'sizeBytes' | 'stream'>): Promise<FileKind | undefined> =>
  kindOf({
    sizeBytes: file.sizeBytes,
    async read(at, length) {
      if (at >= file.sizeBytes) return new Uint8Array();
      const end = Math.min(at + length, file.sizeBytes) - 1;
      return Buffer.concat(await (await file.stream({ start: at, end })).toArray());
    },
  });

/** Returns whether a file without an accepted kind is a truncated MP4 or M4A. */
export async function isCutShort(file: Pick<IncomingFile, 'read' | 'sizeBytes'>): Promise<boolean> {
  return isMp4(await file.read(0, headBytes)) && lacksIndex(file);
}

/** Returns what is wrong with a file of a kind that is not accepted. */
export const troubleOf = async (
  file: Pick<IncomingFile, 'read' | 'sizeBytes'>,
): Promise<'cut_short' | 'locked_office' | 'old_office' | 'unknown_type'> =>
  (await isCutShort(file)) ? 'cut_short' : ((await compoundKindOf(file)) ?? 'unknown_type');

function begins(bytes: string, at = 0): (head: Uint8Array) => boolean {
  const expected = Buffer.from(bytes, 'latin1');
  return (head) => expected.equals(head.subarray(at, at + expected.length));
}
