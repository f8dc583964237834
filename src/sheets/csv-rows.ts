import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { CsvError, parse } from 'csv-parse';
import { utf16Of } from './encoding.ts';
import { sheetLimits } from './limits.ts';
import { SheetFault } from './sheet-fault.ts';
import type { TableRow } from './table-row.ts';

const signs = [',', ';', '\t', '|'] as const;

/** Yields the rows of a file of separated values. Throws a `SheetFault` if it is not one. */
export async function* csvRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
  const parts = decoded(bytes);
  const first = await parts.next();
  if (first.done) return;
  const { sign, text } = separated(first.value);
  const parser = parse({
    delimiter: sign,
    relax_column_count: true,
    // Quotes inside a field are literal.
    relax_quotes: true,
    max_record_size: sheetLimits.rowCharacters,
  });
  const feeding = feed(parser, text, parts);
  // Errors surface through the parser, which `feed` destroys with them.
  feeding.catch(() => {});
  try {
    let number = 0;
    for await (const row of parser) {
      number += 1;
      yield { number, cells: row as string[] };
    }
  } catch (error) {
    throw refusalOf(error);
  } finally {
    parser.destroy();
    await feeding.catch(() => {});
  }
}

type Parser = ReturnType<typeof parse>;

/** Parsing this much takes a few milliseconds, even if every second byte is a separator. */
const bytesAtOnce = 4096;

async function feed(parser: Parser, first: string, rest: AsyncIterable<string>): Promise<void> {
  try {
    await putAll(parser, first);
    for await (const part of rest) {
      if (parser.destroyed) return;
      await putAll(parser, part);
    }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
  }
}

/** Gives way to other requests between the pieces of a part. A piece may end within a character. */
async function putAll(parser: Parser, part: string): Promise<void> {
  const bytes = Buffer.from(part);
  for (let at = 0; at < bytes.length && !parser.destroyed; at += bytesAtOnce) {
    await put(parser, bytes.subarray(at, at + bytesAtOnce));
    await nextTurn();
  }
}

function put(parser: Parser, bytes: Buffer): Promise<void> | undefined {
  if (parser.write(bytes)) return undefined;
  return new Promise((resolve) => {
    const go = (): void => {
      parser.off('drain', go);
      parser.off('close', go);
      resolve();
    };
    parser.on('drain', go);
    parser.on('close', go);
  });
}

/** Yields text in whole characters. The first part contains the first line, up to the maximum length. */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  let decoder: TextDecoder | undefined;
  for await (const part of bytes) {
    decoder ??= new TextDecoder(utf16Of(part.subarray(0, 4096)) ?? 'utf-8', { fatal: true });
    yield decode(decoder, part);
  }
  if (decoder !== undefined) yield decode(decoder);
  return undefined;
}

function decode(decoder: TextDecoder, part?: Uint8Array): string {
  try {
    return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
  } catch {
    throw new SheetFault('The file is not in UTF-8. Save it as "CSV UTF-8" and send it again.');
  }
}

/** Excel may name the separator in the first line, which is not a row. */
const named = /^\ufeff?sep=(.)(?:\r\n|\r|\n)/i;

function separated(text: string): { readonly sign: string; readonly text: string } {
  const [line = '', sign] = named.exec(text) ?? [];
  return { sign: sign ?? signOf(text), text: text.slice(line.length) };
}

const linesCompared = 10;
/** More than a line has separators. */
const countWeight = 1e6;
const equalLines = (counts: readonly number[], count: number): number =>
  counts.filter((other) => other === count).length;

/**
 * Returns the separator that divides most of the first lines into equally many cells, and of several such the one
 * with the most cells. The first line alone may be a title of the list.
 */
function signOf(text: string): string {
  const lines = text.split(/\r\n|\r|\n/, linesCompared + 1).filter((line) => line.trim() !== '');
  // The last line of the first part may be cut.
  const compared = lines.slice(0, Math.max(1, Math.min(linesCompared, lines.length - 1)));
  const weight = (sign: string): number => {
    const counts = compared.map((line) => line.replaceAll(/"[^"]*"/g, '').split(sign).length - 1);
    return Math.max(...counts.map((count) => (count === 0 ? 0 : equalLines(counts, count) * countWeight + count)));
  };
  return signs.reduce((best, sign) => (weight(sign) > weight(best) ? sign : best));
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  const { code } = error;
  const { lines } = error as { lines?: unknown };
  const where = typeof lines === 'number' ? ` in line ${lines}` : '';
  if (code === 'CSV_MAX_RECORD_SIZE') return new SheetFault(`A row is too long${where}. Check for an unclosed quote.`);
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new SheetFault(`A quote is not closed${where}.`);
  return new SheetFault(`The file is not valid CSV${where}. Quotes must enclose a whole field.`);
}
