import { createHash, randomInt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readWav } from '../../codec/wav.ts';
import type { Clip } from '../../line/audio.ts';
import { sendAudio } from './audio-answer.ts';
import { bodyOf, formOf } from './http-body.ts';
import type { SpeechManner } from './speech-manner.ts';
import { toneSpeech } from './tone-speech.ts';

/** A request to speak as the server received it. All times are on the process clock. */
export interface SeenXttsSpeech {
  readonly text: string;
  readonly language: string;
  /** Number of the cloned clip that the latents came from, in order of cloning. */
  readonly clone: number;
  firstByteMs?: number;
  /** When the client disconnected before the response was complete. */
  leftMs?: number;
}

export interface XttsServer {
  readonly baseUrl: string;
  readonly seen: readonly SeenXttsSpeech[];
  /** The cloned clips. */
  readonly clips: readonly Clip[];
  /** Requests that no server should accept, with the reason. */
  readonly complaints: readonly string[];
  /** Behaviour for the next requests. */
  manner: SpeechManner;
  cloning: 'works' | 'fails' | 'other_answer';
  close(): Promise<void>;
}

export interface XttsServerOptions {
  /** Any free port by default. */
  readonly port?: number;
  readonly apiKey?: string;
  readonly manner?: Partial<SpeechManner>;
  /** Synthesises a text; a tone for each letter by default. */
  readonly speak?: (text: string, rateHz: number) => Promise<Clip>;
}

const languages = 'en,es,fr,de,it,pt,pl,tr,ru,nl,cs,ar,zh-cn,ja,hu,ko,hi'.split(',');
const speechFields = [
  'speaker_embedding',
  'gpt_cond_latent',
  'text',
  'language',
  'add_wav_header',
  'stream_chunk_size',
];
const [leastSeconds, mostSeconds] = [6, 30];
const rows = 4;
const plain: SpeechManner = { form: 'wav', rateHz: 24_000, firstByteMs: 0, pieceBytes: 4801, everyMs: 0 };

/**
 * Opens the other end of an XTTS streaming server: it stores no voices, and accepts only latents that it made itself.
 * It rejects fields that the real server overlooks.
 */
export async function openXttsServer(options: XttsServerOptions = {}): Promise<XttsServer> {
  const { apiKey, speak = async (text, rateHz) => toneSpeech(text, rateHz) } = options;
  const seen: SeenXttsSpeech[] = [];
  const clips: Clip[] = [];
  const complaints: string[] = [];
  const speakers = new Map<string, number>();
  const leaving = new AbortController();

  function json(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  }

  function refuse(response: ServerResponse, status: number, why: string): void {
    complaints.push(why);
    json(response, status, { detail: [{ loc: ['body'], msg: why, type: 'value_error' }] });
  }

  async function clone(response: ServerResponse, form: FormData): Promise<void> {
    const file = form.get('wav_file');
    const others = [...form.keys()].filter((name) => name !== 'wav_file');
    if (others.length > 0 || !(file instanceof Blob)) return refuse(response, 422, 'the form is not one wav_file');
    const clip = readWav(new Uint8Array(await file.arrayBuffer()));
    const seconds = clip.samples.length / clip.rateHz;
    if (seconds < leastSeconds || seconds > mostSeconds)
      return refuse(response, 422, `wav_file must have ${leastSeconds} to ${mostSeconds} s`);
    if (server.cloning === 'fails') return json(response, 500, { detail: 'CUDA out of memory' });
    if (server.cloning === 'other_answer') return json(response, 200, { speaker_embedding: [1, 2] });
    // A number with float32 precision, as the model returns.
    const number = () => Math.fround(randomInt(2 ** 24) / 2 ** 24 - 0.5);
    const latents = {
      gpt_cond_latent: Array.from({ length: rows }, () => Array.from({ length: 1024 }, number)),
      speaker_embedding: Array.from({ length: 512 }, number),
    };
    speakers.set(fingerprint(latents), clips.length);
    clips.push(clip);
    json(response, 200, latents);
  }

  async function say(response: ServerResponse, body: Readonly<Record<string, unknown>>): Promise<void> {
    const { text, language } = body;
    const clone = speakers.get(fingerprint(body));
    const why = complaintAbout(body);
    if (why !== undefined) return refuse(response, 422, why);
    if (clone === undefined) return refuse(response, 422, 'the latents were not made by this server');
    const one: SeenXttsSpeech = { text: String(text), language: String(language), clone };
    seen.push(one);
    response.once('close', () => {
      if (!response.writableFinished) one.leftMs = now();
    });
    await sendAudio(response, {
      manner: server.manner,
      signal: leaving.signal,
      clip: () => speak(one.text, server.manner.rateHz),
      onFirstByte: () => {
        one.firstByteMs ??= now();
      },
      onStatus: () => {},
    });
  }

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(message);
    const type = message.headers['content-type'] ?? '';
    if (apiKey !== undefined && message.headers.authorization !== `Bearer ${apiKey}`)
      return refuse(response, 401, 'the key is missing or wrong');
    if (message.method === 'GET' && message.url === '/languages') return json(response, 200, languages);
    if (message.method === 'POST' && message.url === '/clone_speaker') return clone(response, await formOf(body, type));
    if (message.method === 'POST' && message.url === '/tts_stream' && type === 'application/json')
      return say(response, JSON.parse(body.toString()));
    return refuse(response, 404, `${message.method} ${message.url} with ${type} does not exist`);
  }

  const http = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => refuse(response, 422, String(error)));
  });
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const server: XttsServer = {
    baseUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    seen,
    clips,
    complaints,
    manner: { ...plain, ...options.manner },
    cloning: 'works',
    async close() {
      leaving.abort();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}

const now = (): number => performance.timeOrigin + performance.now();

function complaintAbout(body: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(body).find((name) => !speechFields.includes(name));
  if (unknown !== undefined) return `unknown field ${unknown}`;
  const { text, language, add_wav_header: header, stream_chunk_size: size } = body;
  if (typeof text !== 'string' || text.trim() === '') return 'text is empty';
  if (!languages.includes(String(language))) return `language ${String(language)} is not spoken`;
  if (header !== undefined && typeof header !== 'boolean') return 'add_wav_header is not a boolean';
  return typeof size === 'string' && Number(size) >= 1 ? undefined : 'stream_chunk_size must be a string with a number';
}

const fingerprint = ({ speaker_embedding, gpt_cond_latent }: Readonly<Record<string, unknown>>): string =>
  createHash('sha256')
    .update(JSON.stringify([speaker_embedding, gpt_cond_latent]))
    .digest('hex');
