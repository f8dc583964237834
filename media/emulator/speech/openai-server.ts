import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { pause, systemClock } from '../../kit/clock.ts';
import type { Clip } from '../../line/audio.ts';
import { sendAudio } from './audio-answer.ts';
import { type CloningManner, cloneRoutes, type EmulatedVoice } from './cloned-voices.ts';
import { bodyOf, formOf } from './http-body.ts';
import { complaintAboutSpeech, complaintAboutTranscription, type SpeechBody } from './openai-rules.ts';
import { complaintAboutAddress, type RealtimeSession, type ServedDialect, serveRealtime } from './realtime-session.ts';
import type { SpeechManner } from './speech-manner.ts';
import { toneSpeech } from './tone-speech.ts';
import { type OpenAiHearing, sendCrash, sendTranscription } from './transcription-answer.ts';

/** One request as the server received it. */
export interface SeenRequest {
  readonly path: string;
  readonly text: string;
  readonly voice: string;
  /** All times are on the process clock. */
  readonly askedMs: number;
  firstByteMs?: number;
  /** When the client disconnected before the response was complete. */
  leftMs?: number;
  status: number;
}

export interface OpenAiSpeechServer {
  /** Base URL including the version. */
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
  /** Requests that no server should accept, with the reason. */
  readonly complaints: readonly string[];
  /** Behaviour for the next requests to speak. */
  manner: SpeechManner;
  /** Behaviour for requests to recognise. */
  hearing: OpenAiHearing;
  /** All voices, including cloned ones, by the name or id that selects them. */
  readonly voices: Map<string, EmulatedVoice>;
  /** Behaviour for requests to clone. */
  cloning: CloningManner;
  close(): Promise<void>;
}

export interface OpenAiSpeechOptions {
  /** Any free port by default. */
  readonly port?: number;
  readonly apiKey?: string;
  readonly voices?: readonly string[];
  readonly manner?: Partial<SpeechManner>;
  /** Synthesises a text; a tone for each letter by default. */
  readonly speak?: (text: string, voice: string, rateHz: number) => Promise<Clip>;
  /** Dialect of `/realtime`; not served by default. */
  readonly realtime?: ServedDialect;
  /** Recognises audio; no words by default. */
  readonly hear?: (clip: Clip, language: string | undefined, prompt?: string) => Promise<string>;
  /** Returns the language of a file whose request names none, as the server spells it; `english` by default. */
  readonly spoken?: (text: string) => string;
}

const plain: SpeechManner = { form: 'pcm', rateHz: 24_000, firstByteMs: 0, pieceBytes: 4801, everyMs: 0 };

/** Opens the other end of an OpenAI-compatible speech server. It rejects whatever any real server rejects. */
export async function openOpenAiSpeechServer(options: OpenAiSpeechOptions = {}): Promise<OpenAiSpeechServer> {
  const { apiKey, speak = async (text, _voice, rateHz) => toneSpeech(text, rateHz), hear = async () => '' } = options;
  const { spoken = () => 'english' } = options;
  const seen: SeenRequest[] = [];
  const complaints: string[] = [];
  const voices = new Map<string, EmulatedVoice>((options.voices ?? ['alloy']).map((name) => [name, { name }]));
  const leaving = new AbortController();

  function refuse(response: ServerResponse, status: number, why: string): void {
    complaints.push(why);
    const error = { message: why, type: 'invalid_request_error', param: null, code: 'refused' };
    sendJson(response, status, { error });
  }

  async function say(response: ServerResponse, body: Buffer): Promise<void> {
    const parsed = JSON.parse(body.toString()) as SpeechBody;
    const why = complaintAboutSpeech(parsed, voices);
    const request = speechRequest(parsed);
    seen.push(request);
    response.once('close', () => {
      if (!response.writableFinished) request.leftMs = now();
    });
    if (why !== undefined) {
      request.status = 400;
      return refuse(response, 400, why);
    }
    await sendAudio(response, {
      manner: server.manner,
      signal: leaving.signal,
      clip: () => speak(parsed.input, parsed.voice, server.manner.rateHz),
      onFirstByte: () => {
        request.firstByteMs ??= now();
      },
      onStatus: (status) => {
        request.status = status;
      },
    });
  }

  async function transcribe(response: ServerResponse, form: FormData): Promise<void> {
    const file = form.get('file');
    const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : undefined;
    const checked = complaintAboutTranscription(form, bytes);
    const language = form.get('language');
    seen.push({ path: 'transcriptions', text: '', voice: String(language ?? ''), askedMs: now(), status: 200 });
    if (typeof checked === 'string') return refuse(response, 400, checked);
    const { afterMs, trouble } = server.hearing;
    if (trouble === 'never') return;
    await pause(systemClock, afterMs, leaving.signal);
    if (trouble === 'refuse') return sendCrash(response);
    const prompt = form.get('prompt');
    const text = await hear(
      checked,
      typeof language === 'string' ? language : undefined,
      typeof prompt === 'string' ? prompt : undefined,
    );
    const transcription = {
      text,
      duration: checked.samples.length / checked.rateHz,
      language: language ?? spoken(text),
    };
    await sendTranscription(response, { trouble, ...transcription, signal: leaving.signal });
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(message);
    const type = message.headers['content-type'] ?? '';
    const path = (message.url ?? '').split('?')[0] as string;
    if (apiKey !== undefined && message.headers.authorization !== `Bearer ${apiKey}`)
      return refuse(response, 401, 'the key is missing or wrong');
    if (message.method === 'POST' && path === '/v1/audio/speech' && type.startsWith('application/json'))
      return say(response, body);
    if (message.method === 'POST' && path === '/v1/audio/transcriptions' && type.startsWith('multipart/form-data'))
      return transcribe(response, await formOf(body, type));
    const cloned = await cloneRoutes({
      method: message.method ?? '',
      path,
      voices,
      manner: server.cloning,
      form: () => formOf(body, type),
    });
    if (cloned === undefined) return refuse(response, 404, `${message.method} ${path} with ${type} does not exist`);
    if (cloned.complaint !== undefined) complaints.push(cloned.complaint);
    sendJson(response, cloned.status, cloned.body);
  }

  const http = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => refuse(response, 422, String(error)));
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024 * 1024 });
  http.on('upgrade', (message, socket, head) => {
    const { realtime: dialect } = options;
    const isKnown = apiKey === undefined || message.headers.authorization === `Bearer ${apiKey}`;
    const url = new URL(message.url ?? '/', 'http://emulator');
    const why = dialect === undefined ? 'there is no /realtime' : complaintAboutAddress(dialect, url);
    if (dialect === undefined || !isKnown || why !== undefined) {
      complaints.push(why ?? 'the key is missing or wrong');
      return void socket.end(`HTTP/1.1 ${isKnown ? 404 : 401} Refused\r\nconnection: close\r\n\r\n`);
    }
    return sockets.handleUpgrade(message, socket, head, (ws) => {
      const hearing = (): OpenAiHearing => server.hearing;
      carryRealtime(ws, { dialect, hear, hearing, query: url.searchParams, complain: (text) => complaints.push(text) });
      seen.push({ path: 'realtime', text: '', voice: '', askedMs: now(), status: 101 });
    });
  });
  await listen(http, options.port ?? 0);
  const server: OpenAiSpeechServer = {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`,
    seen,
    complaints,
    manner: { ...plain, ...options.manner },
    hearing: { afterMs: 0 },
    cloning: { form: 'named' },
    voices,
    async close() {
      leaving.abort();
      for (const ws of sockets.clients) ws.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

const now = (): number => performance.timeOrigin + performance.now();

function speechRequest({ input, voice }: SpeechBody): SeenRequest {
  return { path: 'speech', text: input, voice, askedMs: now(), status: 200 };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const listen = (http: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });

type RealtimeUse = Pick<RealtimeSession, 'dialect' | 'hear' | 'hearing' | 'query'> & {
  readonly complain: (why: string) => void;
};

/** Serves one realtime session on a socket until it closes. */
function carryRealtime(ws: WebSocket, { complain, ...use }: RealtimeUse): void {
  const gone = new AbortController();
  ws.on('close', () => gone.abort());
  const take = serveRealtime({
    ...use,
    signal: gone.signal,
    send: (reasonText) => ws.send(JSON.stringify(reasonText)),
    refuse: (why) => {
      complain(why);
      ws.close(1008);
    },
  });
  ws.on('message', (data) => take(JSON.parse(data.toString())));
}
