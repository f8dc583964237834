import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface BodyDeadlineOptions {
  /** Time limit for a whole body, except an upload. */
  readonly bodyMs: number;
  /** Responds to a client that was too slow, and destroys its connection soon after. */
  readonly answer: (socket: Socket) => void;
}

interface Watch {
  timer: NodeJS.Timeout | undefined;
  readonly expire: () => void;
}

/** An upload may take as long as this many bytes arrive in each span, unless the server is what slows it down. */
const spanMs = 30_000;
const leastBytesASpan = 256 * 1024;
/** After the response, the rest of the body is discarded for this long so that the response reaches the client. */
const lingerMs = 5_000;

const watches = new WeakMap<IncomingMessage, Watch>();

/**
 * Applies a deadline per body. Node's own deadline is the same for all requests of a server, and 30 s is far too long
 * for a form and far too short for a recording of two hours.
 */
export function registerBodyDeadlines(app: FastifyInstance, { bodyMs, answer }: BodyDeadlineOptions): void {
  // Before Fastify's own listener, which may extend the deadline immediately.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (hasBody(request)) watchBody(request, response, { bodyMs, answer });
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watchBody(request: IncomingMessage, response: ServerResponse, options: BodyDeadlineOptions): void {
  const { socket } = request;
  const watch: Watch = {
    timer: undefined,
    expire() {
      if (request.complete) return;
      if (response.headersSent) return void socket.destroy();
      options.answer(socket);
    },
  };
  const stop = (): void => clearTimeout(watch.timer);
  watch.timer = setTimeout(watch.expire, options.bodyMs);
  watches.set(request, watch);
  request.once('end', stop);
  request.once('close', stop);
  response.once('finish', () => {
    stop();
    if (request.complete || socket.destroyed) return;
    request.resume();
    watch.timer = setTimeout(() => void (request.complete || socket.destroy()), lingerMs);
  });
}

/** Extends the deadline: from now on only a body that stalls, or nearly does, is cut off. */
export function allowLongBody(request: IncomingMessage): void {
  const watch = watches.get(request);
  if (watch === undefined) return;
  let before = request.socket.bytesRead;
  const look = (): void => {
    const now = request.socket.bytesRead;
    if (request.readableLength === 0 && now - before < leastBytesASpan) return watch.expire();
    before = now;
    watch.timer = setTimeout(look, spanMs);
  };
  clearTimeout(watch.timer);
  watch.timer = setTimeout(look, spanMs);
}
