import type { Duplex } from 'node:stream';

/** How long a peer has to read what it is refused with. */
const lingerMs = 1_000;

/** Ends a connection with its last answer, and destroys it soon after: a peer that keeps its side open holds nothing. */
function endSoon(socket: Duplex, answer: string): void {
  socket.end(answer);
  destroySoon(socket);
}

/** Destroys a connection whose end is on its way. What the peer still sends is thrown away, so that the end arrives. */
export function destroySoon(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
}

const reasons = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
} as const;

export type RefusalStatus = keyof typeof reasons;

/** Refuses a connection that is no longer, or never was, a request that the router answers. */
export function refuseSocket(
  socket: Duplex,
  status: RefusalStatus,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify({ detail });
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  endSoon(
    socket,
    `HTTP/1.1 ${status} ${reasons[status]}\r\nContent-Type: application/json; charset=utf-8\r\n${more.join('')}` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
