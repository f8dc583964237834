import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clip } from '../../line/audio.ts';
import { type HearStream, type SeenSpeech, type StreamingHearing, serveRecognition } from './streaming-recognition.ts';
import { complaintAboutStream } from './streaming-rules.ts';
import { type SeenText, type StreamingManner, serveSynthesis } from './streaming-synthesis.ts';
import { toneSpeech } from './tone-speech.ts';

export interface StreamingSpeechServer {
  readonly baseUrl: string;
  readonly texts: readonly SeenText[];
  readonly speech: readonly SeenSpeech[];
  /** Requests that no server should accept, with the reason. */
  readonly complaints: readonly string[];
  /** Number of open connections. */
  readonly open: number;
  manner: StreamingManner;
  hearing: StreamingHearing;
  close(): Promise<void>;
}

export interface StreamingSpeechOptions {
  /** Any free port by default. */
  readonly port?: number;
  readonly apiKey?: string;
  readonly speakers?: readonly string[];
  readonly manner?: Partial<StreamingManner>;
  readonly hearing?: Partial<StreamingHearing>;
  /** Time after which a connection without messages is closed; 60 s by default. */
  readonly idleMs?: number;
  /** Synthesises a text; a tone for each letter by default. */
  readonly speak?: (text: string, speaker: string, rateHz: number) => Promise<Clip>;
  /** Recognises audio; no words by default. */
  readonly hear?: HearStream;
}

const speaksAt = '/text-to-speech/ws';
const hearsAt = '/speech-to-text-realtime/ws';

/**
 * Opens the other end of the provider `speech_a`. It rejects all violations of the protocol, including those that
 * servers overlook.
 */
export async function openStreamingSpeechServer(options: StreamingSpeechOptions = {}): Promise<StreamingSpeechServer> {
  const { apiKey, speakers = ['shubh', 'priya'], idleMs = 60_000, hear = async () => ({ text: '' }) } = options;
  const { speak = async (text: string, _: string, rateHz: number) => toneSpeech(text, rateHz) } = options;
  const texts: SeenText[] = [];
  const speech: SeenSpeech[] = [];
  const complaints: string[] = [];
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  let connections = 0;

  function refusal(message: IncomingMessage, url: URL): { status: number; why: string } | undefined {
    if (apiKey !== undefined && message.headers['api-subscription-key'] !== apiKey)
      return { status: 403, why: 'the key is missing or wrong' };
    if (url.pathname === hearsAt) {
      const why = complaintAboutStream(url.searchParams);
      return why === undefined ? undefined : { status: 400, why };
    }
    if (url.pathname !== speaksAt) return { status: 404, why: `${url.pathname} does not exist` };
    const unknown = [...url.searchParams.keys()].find((key) => !['model', 'send_completion_event'].includes(key));
    if (unknown !== undefined) return { status: 400, why: `the address has the unknown field ${unknown}` };
    return url.searchParams.get('model') ? undefined : { status: 400, why: 'model is missing' };
  }

  function serve(ws: WebSocket, url: URL): void {
    const gone = new AbortController();
    let isEnded = false;
    connections += 1;
    const end = (complaint?: string): void => {
      isEnded = true;
      if (complaint !== undefined) complaints.push(complaint);
      ws.close(complaint === undefined ? 1000 : 1008);
    };
    const common = {
      connection: connections,
      signal: gone.signal,
      end,
      send: (message: unknown) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    };
    const take =
      url.pathname === speaksAt
        ? serveSynthesis({
            ...common,
            speakers,
            speak,
            seen: texts,
            manner: () => server.manner,
            tellsCompletion: url.searchParams.get('send_completion_event') === 'true',
          })
        : serveRecognition({
            ...common,
            hear,
            seen: speech,
            hearing: () => server.hearing,
            rateHz: Number(url.searchParams.get('sample_rate')),
            language: String(url.searchParams.get('language_code')),
          });
    let idle = setTimeout(end, idleMs);
    ws.on('message', (data, isBinary) => {
      clearTimeout(idle);
      idle = setTimeout(end, idleMs);
      if (isEnded) return;
      if (isBinary) return end('a binary message');
      try {
        take(JSON.parse(String(data)) as Readonly<Record<string, unknown>>);
      } catch (error) {
        end(String(error));
      }
    });
    ws.on('close', () => {
      clearTimeout(idle);
      gone.abort();
    });
  }

  const http = createServer((_, response) => {
    response.writeHead(426);
    response.end();
  });
  http.on('upgrade', (message: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = new URL(message.url ?? '/', 'http://emulator');
    const refused = refusal(message, url);
    if (refused !== undefined) complaints.push(refused.why);
    const isBusy = (url.pathname === speaksAt ? server.manner : server.hearing).trouble === 'refuse';
    const status = refused?.status ?? (isBusy ? 503 : undefined);
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\n\r\n`);
    sockets.handleUpgrade(message, socket, head, (ws) => serve(ws, url));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const server: StreamingSpeechServer = {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    texts,
    speech,
    complaints,
    get open() {
      return sockets.clients.size;
    },
    manner: { firstByteMs: 0, pieceMs: 100, everyMs: 0, ...options.manner },
    hearing: { afterMs: 0, partialEveryMs: 400, ...options.hearing },
    async close() {
      for (const ws of sockets.clients) ws.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
