import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readRange } from './byte-range.ts';
import { Problem } from './problem.ts';

export interface RepliedFile {
  readonly sizeBytes: number;
  /** Quoted ETag, different for different content. */
  readonly etag: string;
  /** Returns the bytes from `start` to `end`, both inclusive; the whole file by default. */
  stream(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** Sends a file or the requested range of it. Handles `If-None-Match`, `If-Range` and HEAD. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { sizeBytes, etag, stream }: RepliedFile,
): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes').header('etag', etag);
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (request.method === 'HEAD') return reply.header('content-length', sizeBytes).send('');
  const isOld = request.headers['if-range'] !== undefined && request.headers['if-range'] !== etag;
  const range = readRange(isOld ? undefined : request.headers.range, sizeBytes);
  if (range.kind === 'outside') return sendOutside(reply, sizeBytes);
  if (range.kind === 'whole') {
    const whole = await stream();
    return reply.header('content-length', sizeBytes).send(whole);
  }
  const { start, end } = range;
  const part = await stream({ start, end });
  reply.code(206).header('content-range', `bytes ${start}-${end}/${sizeBytes}`);
  return reply.header('content-length', end - start + 1).send(part);
}

const matches = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((encoding) => encoding.trim().replace(/^W\//, '') === etag || encoding.trim() === '*') ??
  false;

function sendOutside(reply: FastifyReply, sizeBytes: number): never {
  for (const name of ['content-disposition', 'etag', 'accept-ranges']) reply.removeHeader(name);
  throw new Problem('range_not_satisfiable', `The file has ${sizeBytes} bytes.`, {
    'content-range': `bytes */${sizeBytes}`,
  });
}
