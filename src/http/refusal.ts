import type { Duplex } from 'node:stream';

/** How long a peer has to read the rejection. */
const lingerMs = 1_000;

/** Ends a connection with a last response and destroys it soon after, so that a peer cannot hold it open. */
function endSoon(socket: Duplex, answer: string): void {
  socket.end(answer);
  destroySoon(socket);
}

/** Destroys a connection after its end was sent. Discards incoming data in the meantime, so that the end arrives. */
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

/** Rejects a connection whose request the router cannot answer, for example an upgrade. */
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
