import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface BodyDeadlineOptions {
  /** For all of a body of the usual kind. */
  readonly bodyMs: number;
  /** Answers a client that was too slow, and destroys its connection soon after. */
  readonly answer: (socket: Socket) => void;
}

interface Watch {
  timer: NodeJS.Timeout | undefined;
  readonly expire: () => void;
}

/** A file may take as long as it keeps coming: so much in each of these spans, unless it is us who do not keep up. */
const spanMs = 30_000;
const leastBytesASpan = 256 * 1024;
/** What still comes when the answer is out is thrown away, so that the answer arrives; not for ever. */
const lingerMs = 5_000;

const watches = new WeakMap<IncomingMessage, Watch>();

/**
 * Bodies have a deadline. Node's own is one for all requests of a server, and 30 s is far too long for a form and far
 * too short for a recording of two hours.
 */
export function registerBodyDeadlines(app: FastifyInstance, { bodyMs, answer }: BodyDeadlineOptions): void {
  // Before Fastify's own listener, which may want the longer deadline at once.
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

/** From now on only a body that stands still, or nearly, is cut off. */
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
