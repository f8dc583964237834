import { ReadableStream } from 'node:stream/web';

/** One event of a stream; a whole tool call with long arguments fits. */
const maxLineBytes = 128 * 1024;
const maxBytes = 8 * 1024 * 1024;
const maxErrorBytes = 16 * 1024;
const newline = 10;

type Body = NonNullable<Response['body']>;

/** Returns the body up to the first line or total that is too long. The rest is not read. */
export const cappedBody = (body: Body, lineBytes = maxLineBytes): Body =>
  ReadableStream.from(capped(body, lineBytes)) as Body;

async function* capped(body: Body, lineBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  let line = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    total += chunk.length;
    const first = chunk.indexOf(newline);
    const longest = first < 0 ? line + chunk.length : Math.max(line + first, longestLine(chunk, first + 1));
    line = first < 0 ? line + chunk.length : chunk.length - 1 - chunk.lastIndexOf(newline);
    if (total > maxBytes || longest > lineBytes) return;
    yield chunk;
  }
}

function longestLine(chunk: Uint8Array, from: number): number {
  let longest = 0;
  let start = from;
  for (let end = chunk.indexOf(newline, start); end >= 0; end = chunk.indexOf(newline, start)) {
    longest = Math.max(longest, end - start);
    start = end + 1;
  }
  return Math.max(longest, chunk.length - start);
}

/** Returns the start of an error body as text; the rest is not read. */
export async function readStart(body: Body): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxErrorBytes) break;
    }
  } catch {
    // The status alone is the answer then.
  }
  return Buffer.concat(chunks).toString('utf8', 0, maxErrorBytes);
}
