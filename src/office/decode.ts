import { TextDecoder } from 'node:util';
import { utf16Of } from '../sheets/index.ts';
import { OfficeFault } from './content.ts';

const headBytes = 4096;

/** Decodes text in UTF-8 or UTF-16; in `named`, or in Windows-1252, where it is neither. */
export function decoded(bytes: Buffer, named?: string): string {
  const utf16 = utf16Of(bytes.subarray(0, headBytes));
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(isCharset(named) ? named : 'windows-1252').decode(bytes);
  }
}

/** Returns the encoding that a page of HTML names at its beginning. */
export const charsetOfHtml = (bytes: Buffer): string | undefined =>
  /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(bytes.subarray(0, 2048).toString('latin1'))?.[1];

function isCharset(label: string | undefined): label is string {
  try {
    return label !== undefined && new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** A text may have as many characters as a document; a character takes four bytes at most. */
const mostBytes = 80_000_000;

/** Throws if a file that should be text is too long, or has bytes that no text has. */
export function requireText(bytes: Buffer): void {
  if (bytes.length > mostBytes) throw new OfficeFault('too_much_text');
  if (utf16Of(bytes.subarray(0, headBytes)) === undefined && bytes.includes(0)) throw new OfficeFault('damaged');
}
