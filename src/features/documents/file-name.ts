import type { FileKind } from '../../files/index.ts';
import { oneLine, unseen } from '../../http/fields.ts';

const maxNameBytes = 180;
const maxTitleCharacters = 200;

/** No name of a file may have these on every system. */
const reservedSigns = /[<>:"|?*\\/]/g;
/** Names of devices on Windows, with whatever extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * A name that any system can save under, out of what a client called its file: no folders, nothing unseen, at most 180
 * bytes, and an extension that is one of the type's, so that a picture does not leave here as a page or a program.
 */
export function safeFileName(given: string, kind: FileKind): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
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

/** Whole characters, to so many bytes of UTF-8. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    kept += character;
  }
  return kept.trimEnd();
}

/** A title in one line; undefined when nothing of it can be seen. */
export function safeTitle(given: string): string | undefined {
  const line = oneLine(given);
  return line === '' ? undefined : [...line].slice(0, maxTitleCharacters).join('');
}

/** What a document is called whose sender gave it no title. */
export const titleOf = (fileName: string): string => fileName.slice(0, fileName.lastIndexOf('.'));
