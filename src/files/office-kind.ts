import type { FileKind } from './file-kind.ts';
import type { IncomingFile } from './file-store.ts';

const office = (mimeType: string, extension: string): FileKind => ({
  family: 'office',
  mimeType,
  extensions: [extension],
});
const docx = office('application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx');
const xlsx = office('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx');
const pptx = office('application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx');
const odt = office('application/vnd.oasis.opendocument.text', 'odt');
const rtf = office('application/rtf', 'rtf');

const text = (mimeType: string, ...extensions: [string, ...string[]]): FileKind => ({
  family: 'text',
  mimeType,
  extensions,
});
const plain = text('text/plain', 'txt', 'text');
const markdown = text('text/markdown', 'md', 'markdown');
const html = text('text/html', 'html', 'htm', 'xhtml');
const csv = text('text/csv', 'csv', 'tsv');
const mail = text('message/rfc822', 'eml');
/** A link to a website, which is read in its place. */
const link = text('application/x-mswinurl', 'url');
export const websiteType = link.mimeType;

/** Kinds of files for which `officeKindOf` is responsible. */
export const officeKinds: readonly FileKind[] = [docx, xlsx, pptx, odt, rtf, plain, markdown, html, csv, mail, link];

const texts = [plain, markdown, html, csv, mail];

type Readable = Pick<IncomingFile, 'read' | 'sizeBytes'>;

const headBytes = 16 * 1024;
const zip = Buffer.from('PK\x03\x04', 'latin1');
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * Returns the kind of an office file by its content, and of a text by the extension of its name: the content of texts
 * does not tell them apart. Undefined for anything else.
 */
export async function officeKindOf(file: Readable, name: string | undefined): Promise<FileKind | undefined> {
  const head = Buffer.from(await file.read(0, headBytes));
  if (head.subarray(0, 4).equals(zip)) return packageKind(file, head);
  if (head.subarray(0, 5).toString('latin1') === '{\\rtf') return rtf;
  if (head.subarray(0, 18).toString('latin1') === '[InternetShortcut]') return link;
  const extension = /\.([^.]+)$/.exec(name ?? '')?.[1]?.toLowerCase();
  const kind = texts.find(({ extensions }) => extension !== undefined && extensions.includes(extension));
  return kind !== undefined && isText(head) ? kind : undefined;
}

/** The directory of an archive is at its end, behind which a comment may follow. */
const directoryBytes = 2 ** 20;
const endBytes = 22 + 65_535;

const mainParts: readonly (readonly [RegExp, FileKind])[] = [
  [/word\/document\d*\.xml/, docx],
  [/xl\/workbook\d*\.xml/, xlsx],
  [/ppt\/presentation\d*\.xml/, pptx],
];

/** A text, its template, or a text that was opened as a page of the web. */
const textDocument = /^application\/vnd\.oasis\.opendocument\.text(?:-template|-web)?PK/;

/** OpenDocument names its type in the first entry; the parts of Office Open XML are in the directory. */
async function packageKind(file: Readable, head: Buffer): Promise<FileKind | undefined> {
  if (head.subarray(30, 38).toString('latin1') === 'mimetype')
    return textDocument.test(head.subarray(38, 128).toString('latin1')) ? odt : undefined;
  const from = Math.max(0, file.sizeBytes - endBytes);
  const tail = Buffer.from(await file.read(from, file.sizeBytes - from));
  const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end === -1 || end + 20 > tail.length) return undefined;
  const [length, at] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  const directory = Buffer.from(await file.read(at, Math.min(length, directoryBytes))).toString('latin1');
  return mainParts.find(([part]) => part.test(directory))?.[1];
}

/** Returns whether the beginning of a file is text: in UTF-16, or without the bytes that text does not have. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  const isMarked = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  return isMarked || !head.some((byte) => byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27);
}

/**
 * Returns whether the file is in the container of old office formats, and of new ones with a password. A file with a
 * password has a stream of this name in the directory of the container.
 */
export async function compoundKindOf(file: Readable): Promise<'locked_office' | 'old_office' | undefined> {
  const head = Buffer.from(await file.read(0, 512));
  if (head.length < 512 || !head.subarray(0, 8).equals(compound)) return undefined;
  const sectorBytes = 2 ** Math.min(12, head.readUInt16LE(30));
  const directory = await file.read((head.readUInt32LE(48) + 1) * sectorBytes, sectorBytes);
  const names = Buffer.from(directory).toString('utf16le');
  return names.includes('EncryptedPackage') || names.includes('EncryptionInfo') ? 'locked_office' : 'old_office';
}
