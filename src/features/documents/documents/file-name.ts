import type { FileKind } from '../../../files/index.ts';
import { oneLine, unseen } from '../../../http/fields.ts';

const maxNameBytes = 180;
const maxTitleCharacters = 200;

/** Characters that some systems do not allow in file names. */
const reservedSigns = /[<>:"|?*\\/]/g;
/** Names of devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * Returns a file name that every system accepts: without folders or invisible characters, at most 180 bytes, and with
 * an extension of the detected type, so that an image cannot be downloaded as a web page or a program.
 */
export function safeFileName(name: string, kind: FileKind): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const seen = last
    .replaceAll(unseen, '')
    .replaceAll(reservedSigns, '_')
    .trim()
    .replace(/^\.+/, '')
    .replace(/[. ]+$/, '');
  const harmless = device.test(seen) ? `_${seen}` : seen;
  const dot = harmless.lastIndexOf('.');
  const extension = dot > 0 ? harmless.slice(dot + 1).toLowerCase() : '';
  const fits = kind.extensions.includes(extension);
  const stem = fits ? harmless.slice(0, dot) : harmless;
  const ending = `.${fits ? harmless.slice(dot + 1) : kind.extensions[0]}`;
  return `${cut(stem === '' ? 'document' : stem, maxNameBytes - ending.length)}${ending}`;
}

/** Truncates to `maxBytes` of UTF-8 in whole characters. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let safeName = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    safeName += character;
  }
  return safeName.trimEnd();
}

/** Returns a title on one line; undefined if it has no visible character. */
export function safeTitle(name: string): string | undefined {
  const line = oneLine(name);
  return line === '' ? undefined : [...line].slice(0, maxTitleCharacters).join('');
}

/** Returns the title of a document that was uploaded without one. */
export const titleOf = (fileName: string): string => fileName.slice(0, fileName.lastIndexOf('.'));
