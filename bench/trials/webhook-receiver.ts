import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface WebhookReceiver {
  readonly url: string;
  /** Event, call and `X-Webhook-Id` of each delivery, in order of arrival. */
  readonly received: readonly { readonly event: string; readonly call: string; readonly id: string }[];
  close(): Promise<void>;
}

/** Opens a receiver that accepts everything, on loopback by default. */
export async function openWebhookReceiver(host = '127.0.0.1'): Promise<WebhookReceiver> {
  const received: { event: string; call: string; id: string }[] = [];
  const server: Server = createServer((request, reply) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => void pieces.push(piece));
    request.on('error', () => {});
    request.on('end', () => {
      const { event, data } = JSON.parse(Buffer.concat(pieces).toString('utf8')) as {
        event: string;
        data: { call_uuid: string };
      };
      received.push({ event, call: data.call_uuid, id: String(request.headers['x-webhook-id']) });
      reply.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook`,
    received,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns how many events of a call arrived more than once. */
export const doubledIn = ({ received }: Pick<WebhookReceiver, 'received'>): number =>
  received.length - new Set(received.map(({ event, call }) => `${event} ${call}`)).size;
