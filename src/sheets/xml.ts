import { posix } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import sax from 'sax';
import { packageLimits } from './limits.ts';
import { brokenPackage, type OfficePackage } from './office-package.ts';
import { SheetFault } from './sheet-fault.ts';

interface Xml {
  write(bytes: Buffer): void;
  close(): void;
}

export interface XmlEvents {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Yields the bytes of a part. */
export async function* partBytes(book: OfficePackage, name: string): AsyncGenerator<Buffer> {
  const stream = await book.open(name);
  try {
    for await (const part of stream) yield part as Buffer;
  } catch (error) {
    throw error instanceof SheetFault ? error : brokenPackage();
  }
}

/** Reports names of elements without prefixes. Rejects custom entities, so nothing is ever expanded. */
export function openXml({ open, text, close }: XmlEvents): Xml {
  const parser = sax.parser(true, { trim: false, normalize: false });
  const decoder = new StringDecoder('utf8');
  let elements = 0;
  const bare = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.onerror = () => {
    throw brokenPackage();
  };
  parser.ondoctype = () => {
    throw brokenPackage();
  };
  parser.onopentag = ({ name, attributes }) => {
    elements += 1;
    if (elements > packageLimits.elements) throw tooManyParts();
    open?.(bare(name), attributes as Record<string, string>);
  };
  parser.ontext = (piece) => text?.(piece);
  parser.oncdata = (piece) => text?.(piece);
  parser.onclosetag = (name) => close?.(bare(name));
  return {
    write: (bytes) => void parser.write(decoder.write(bytes)),
    close: () => void parser.close(),
  };
}

export const tooManyParts = (): SheetFault =>
  new SheetFault('The workbook has too many cells or too much text. Send its rows as CSV, or in parts.', 'too_large');

/** Reads a whole part. */
export async function readXml(book: OfficePackage, name: string, events: XmlEvents): Promise<void> {
  const xml = openXml(events);
  for await (const bytes of partBytes(book, name)) xml.write(bytes);
  xml.close();
}

/** Returns the targets of a part's relationships by their ids, as paths in the package. */
export async function relationsOf(book: OfficePackage, part: string): Promise<ReadonlyMap<string, string>> {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const targets = new Map<string, string>();
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (book.sizeOf(name) === undefined) return targets;
  await readXml(book, name, {
    open: (element, { Id, Target }) => {
      if (element !== 'Relationship' || Id === undefined || Target === undefined) return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target));
    },
  });
  return targets;
}
