import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';

export interface ToyAgentOptions {
  /** Silence before it answers; a short one makes it cut in. */
  readonly patienceMs?: number;
  readonly replyMs?: number;
  readonly interruptible?: boolean;
  /** Number of answers before it closes. */
  readonly replies?: number;
  /** Response to any request that is not a stream; `{stream}` is replaced by the stream's address. */
  readonly http?: (path: string, streamUrl: string) => { status?: number; body: string };
}

export interface ToyAgent {
  readonly baseUrl: string;
  readonly streamUrl: string;
  close(): Promise<void>;
}

const frame = 160;
const tone = Float32Array.from({ length: 8000 * 10 }, (_, i) => 0.3 * Math.sin(0.4 * i));

/** A telephony_a server that detects speech by level and answers with a tone: enough for a conversation. */
export async function openToyAgent(options: ToyAgentOptions = {}): Promise<ToyAgent> {
  const http: Server = createServer((request, response) => {
    const answer = options.http?.(request.url ?? '', streamUrl) ?? { status: 404, body: '{"detail":"nothing here"}' };
    response.statusCode = answer.status ?? 200;
    request.resume();
    response.end(answer.body);
  });
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => converse(socket, options));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const streamUrl = `ws://127.0.0.1:${port}/media/telephony_a/token?a=1&b=2`;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    streamUrl,
    async close() {
      for (const client of sockets.clients) client.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

interface Message {
  readonly event: string;
  readonly streamId?: string;
  readonly start?: { readonly streamId: string };
  readonly media?: { readonly payload: string };
  readonly name?: string;
}

function converse(
  socket: WebSocket,
  { patienceMs = 200, replyMs = 400, interruptible = true, replies = 99 }: ToyAgentOptions,
): void {
  let streamId = '';
  let quietMs = 0;
  let loudMs = 0;
  let heard = false;
  let speaking: string | undefined;
  let said = 0;
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const reply = (): void => {
    said += 1;
    speaking = `reply ${said}`;
    for (let at = 0; at < replyMs * 8; at += frame) {
      const payload = Buffer.from(encodeMulaw(tone.subarray(at, at + frame))).toString('base64');
      send({ event: 'playAudio', media: { contentType: 'audio/x-mulaw', sampleRate: 8000, payload } });
    }
    send({ event: 'checkpoint', streamId, name: speaking });
  };
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as Message;
    if (message.event === 'start') {
      streamId = message.start!.streamId;
      reply();
    }
    if (message.event === 'playedStream' && message.name === speaking) {
      speaking = undefined;
      if (said >= replies) socket.close(1000, 'goodbye');
    }
    if (message.event !== 'media') return;
    const loud = decodeMulaw(Buffer.from(message.media!.payload, 'base64')).some((sample) => Math.abs(sample) > 0.05);
    quietMs = loud ? 0 : quietMs + 20;
    loudMs = loud ? loudMs + 20 : 0;
    heard ||= loud;
    if (speaking !== undefined && interruptible && loudMs >= 60) {
      send({ event: 'clearAudio', streamId });
      speaking = undefined;
    }
    if (speaking === undefined && heard && quietMs >= patienceMs) {
      heard = false;
      reply();
    }
  });
}
