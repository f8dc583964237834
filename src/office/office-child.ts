/**
 * Child process that reads one office file or text: an untrusted file whose parser a small file can keep busy or make
 * use gigabytes. Arguments: the file, its format, the largest numbers of parts and of characters. Sends one part at a time to its parent,
 * which terminates it.
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { yieldToOthers } from '../../media/kit/yield-to-others.ts';
import type { PdfMessage } from '../pdf/index.ts';
import { SheetFault } from '../sheets/index.ts';
import { OfficeFault, sizeOf, type Written } from './content.ts';
import type { OfficeFormat } from './formats.ts';

type Read = (bytes: Buffer) => Written | Promise<Written>;

/** Each reader is loaded when a file needs it. */
const readers: Readonly<Record<OfficeFormat, () => Promise<Read>>> = {
  docx: async () => (await import('./docx.ts')).readDocx,
  odt: async () => (await import('./odt.ts')).readOdt,
  rtf: async () => (await import('./rtf.ts')).readRtf,
  pptx: async () => (await import('./pptx.ts')).readPptx,
  xlsx: async () => (await import('./tables.ts')).readXlsx,
  csv: async () => (await import('./tables.ts')).readCsv,
  text: async () => (await import('./texts.ts')).readText,
  markdown: async () => (await import('./texts.ts')).readMarkdown,
  html: async () => (await import('./texts.ts')).readHtml,
  mail: async () => (await import('./texts.ts')).readMail,
};

const send = (message: PdfMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, (error: Error | null) => (error === null ? resolve() : reject(error)));
  });

const nextMessage = (): Promise<void> => new Promise((resolve) => process.once('message', () => resolve()));

interface Most {
  readonly parts: number;
  /** Characters and cells. */
  readonly characters: number;
}

async function read(path: string, format: OfficeFormat, most: Most): Promise<PdfMessage> {
  const readerOf = await readers[format]();
  let written: Written;
  try {
    written = await readerOf(await readFile(path));
  } catch (error) {
    return { type: 'refused', code: codeOf(error) };
  }
  const { title, sections } = written;
  const pages = Math.max(1, sections.length);
  if (pages > most.parts) return { type: 'refused', code: 'too_many_pages' };
  // Before a part is sent: the parent parses it at once.
  if (sizeOf(sections.flatMap(({ pieces }) => pieces)) > most.characters)
    return { type: 'refused', code: 'too_much_text' };
  await send({ type: 'opened', pages, metadata: title === undefined ? {} : { title: title.slice(0, 300) } });
  for (const [at, { place = `part ${at + 1}`, pieces }] of sections.entries()) {
    const next = nextMessage();
    await send({ type: 'page', page: { number: at + 1, place, pieces: [...pieces] } });
    await next;
  }
  return { type: 'done' };
}

/** The parsers throw errors of many kinds about a file that is not what it should be. */
function codeOf(error: unknown): OfficeFault['code'] {
  if (error instanceof OfficeFault) return error.code;
  if (error instanceof SheetFault && error.kind === 'too_large') return 'too_much_text';
  return 'damaged';
}

const [path, format, parts, characters] = process.argv.slice(2);
yieldToOthers();
try {
  // When memory runs out, the kernel kills this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Not Linux.
}
process.on('disconnect', () => process.exit(1));
read(path as string, format as OfficeFormat, { parts: Number(parts), characters: Number(characters) })
  .then(send)
  .then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(error instanceof Error ? error.message : String(error));
      process.exit(1);
    },
  );
