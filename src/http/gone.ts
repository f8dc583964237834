import type { FastifyReply } from 'fastify';
import { Problem } from './problem.ts';

/** Returns a signal that aborts when the client closes the connection before the response. */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort(new Problem('bad_request', 'The client closed the connection.')));
  return gone.signal;
}
