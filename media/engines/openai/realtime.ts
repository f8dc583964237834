import { serverModels } from '../../../models/manifest.ts';
import { decodeL16, encodeL16 } from '../../codec/l16.ts';
import { createResampler, type Resampler } from '../../dsp/resampler.ts';
import type { LineRateHz } from '../../line/audio.ts';
import { MediaFault } from '../../line/fault.ts';
import { type MessageSocket, openMessageSocket } from '../remote/message-socket.ts';
import type { SpeechServer } from '../remote/servers.ts';

type Message = Readonly<Record<string, unknown>>;

type RealtimeDialect = NonNullable<SpeechServer['realtime']>;

/** What a connection recognises. `prompt`: preceding text with names that may be said. */
interface Session {
  readonly language: string;
  readonly prompt: string | undefined;
}

/** Messages that a server accepts, and the names of its results. */
interface Dialect {
  readonly pathOf: (model: string, language: string) => string;
  readonly rateHz: number;
  /** Returns whether the session in the server's first message, `session.created`, has the form of this dialect. */
  readonly isSession: (session: unknown) => boolean;
  readonly configure: (model: string, session: Session) => readonly Message[];
  readonly begin: readonly Message[];
  readonly end: readonly Message[];
  /** Absent if the server has no partial results. */
  readonly partial?: string;
  readonly final: string;
  readonly textOf: (message: Message) => unknown;
  readonly failures: readonly string[];
  /**
   * Whether audio between a final result and the next commit is lost, so that each utterance needs its own connection.
   */
  readonly isSpentByFinal: boolean;
  /** Minimum audio per commit; shorter audio is padded with silence. */
  readonly leastMs: number;
  /** The server closes connections some minutes after this age, at an arbitrary moment. */
  readonly mostAgeMs: number;
}

const transcription = 'conversation.item.input_audio_transcription';

const minuteMs = 60_000;
const isObject = (value: unknown): value is Message => typeof value === 'object' && value !== null;

/**
 * The dialects of OpenAI, of vLLM, and of Speaches, which follows an earlier version of OpenAI's. They share some
 * message names but do not interoperate.
 */
const realtimeDialects: Readonly<Record<RealtimeDialect, Dialect>> = {
  openai: {
    pathOf: () => '/realtime?intent=transcription',
    isSession: (session) => isObject(session) && session.input_audio_format === undefined,
    rateHz: 24_000,
    isSpentByFinal: false,
    leastMs: 100,
    mostAgeMs: 55 * minuteMs,
    configure: (model, { language, prompt }) => [
      {
        type: 'session.update',
        session: {
          type: 'transcription',
          audio: {
            input: {
              format: { type: 'audio/pcm', rate: 24_000 },
              transcription: { model, language, ...(prompt === undefined ? {} : { prompt }) },
              turn_detection: null,
            },
          },
        },
      },
    ],
    begin: [],
    end: [{ type: 'input_audio_buffer.commit' }],
    partial: `${transcription}.delta`,
    final: `${transcription}.completed`,
    textOf: ({ transcript }) => transcript,
    failures: ['error', `${transcription}.failed`],
  },
  vllm: {
    pathOf: () => '/realtime',
    isSession: (session) => session === undefined,
    rateHz: 16_000,
    isSpentByFinal: true,
    leastMs: 0,
    mostAgeMs: Number.POSITIVE_INFINITY,
    configure: (model) => [{ type: 'session.update', model }],
    begin: [{ type: 'input_audio_buffer.commit', final: false }],
    end: [{ type: 'input_audio_buffer.commit', final: true }],
    partial: 'transcription.delta',
    final: 'transcription.done',
    textOf: ({ text }) => text,
    failures: ['error'],
  },
  speaches: {
    pathOf: (model, language) => `/realtime?${new URLSearchParams({ model, intent: 'transcription', language })}`,
    isSession: (session) => isObject(session) && typeof session.input_audio_format === 'string',
    rateHz: 24_000,
    isSpentByFinal: false,
    leastMs: 100,
    mostAgeMs: 25 * minuteMs,
    // Disabled, since the server's own detector would split the utterance.
    configure: (model, { language, prompt }) => [
      {
        type: 'session.update',
        session: {
          turn_detection: null,
          input_audio_transcription: { model, language, ...(prompt === undefined ? {} : { prompt }) },
        },
      },
    ],
    begin: [],
    end: [{ type: 'input_audio_buffer.commit' }],
    final: `${transcription}.completed`,
    textOf: ({ transcript }) => transcript,
    failures: ['error', `${transcription}.failed`],
  },
};

const primaryOf = (language: string): string => language.split('-')[0] as string;

const createdWithinMs = 1500;

/**
 * Opens a connection that accepts and returns the messages of `speech_a`, over `/realtime` in a dialect of the OpenAI
 * form.
 */
export async function openRealtime(
  { baseUrl, apiKey, recognitionModel = serverModels.openai.recognition, realtime = 'openai' }: SpeechServer,
  { rateHz, language }: { readonly rateHz: LineRateHz; readonly language: string },
): Promise<MessageSocket> {
  const dialect = realtimeDialects[realtime];
  const socket = await openMessageSocket({
    url: `${baseUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${dialect.pathOf(recognitionModel, primaryOf(language))}`,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    what: '/realtime',
  });
  const configure = (code: string, prompt?: string): void => {
    const session = { language: primaryOf(code), prompt };
    for (const message of dialect.configure(recognitionModel, session)) socket.send(message);
  };
  try {
    await greeted(socket, dialect, realtime);
  } catch (error) {
    socket.close();
    throw error;
  }
  configure(language);
  return translated(socket, dialect, { rateHz, configure });
}

/** Waits for the server's first message, which distinguishes the dialects. */
async function greeted(socket: MessageSocket, { isSession }: Dialect, name: string): Promise<void> {
  const timer = setTimeout(() => socket.close(), createdWithinMs);
  const { type, session } = await socket.next().finally(() => clearTimeout(timer));
  if (type !== 'session.created' || !isSession(session))
    throw new MediaFault(
      'speech_engine_failed',
      `/realtime does not speak the dialect ${name}; check SPEECH_B_STT_REALTIME`,
    );
}

interface Translation {
  readonly rateHz: LineRateHz;
  readonly configure: (language: string, prompt?: string) => void;
}

function translated(socket: MessageSocket, dialect: Dialect, { rateHz, configure }: Translation): MessageSocket {
  const resampler: Resampler = createResampler(rateHz, dialect.rateHz);
  const openedMs = performance.now();
  let words = '';
  let isSpent = false;
  let isOpen = false;
  let uncommitted = 0;
  const append = (samples: Float32Array): void => {
    if (samples.length === 0) return;
    uncommitted += samples.length;
    const audio = Buffer.from(encodeL16(samples)).toString('base64');
    socket.send({ type: 'input_audio_buffer.append', audio });
  };

  function send({ event, audio, language_code: code, prompt }: Message): void {
    if (event === 'config.update') return configure(String(code), typeof prompt === 'string' ? prompt : undefined);
    if (event === 'audio_input') return append(resampler.process(decodeL16(Buffer.from(String(audio), 'base64'))));
    if (event === 'speech_start') isOpen = true;
    if (event === 'speech_end') {
      append(resampler.flush());
      append(new Float32Array(Math.max(0, (dialect.leastMs * dialect.rateHz) / 1000 - uncommitted)));
      uncommitted = 0;
    }
    const messages = event === 'speech_start' ? dialect.begin : event === 'speech_end' ? dialect.end : [];
    for (const message of messages) socket.send(message);
  }

  async function next(): Promise<Message> {
    for (;;) {
      // Messages of a spent connection do not belong to this utterance.
      const message = isSpent ? await new Promise<never>(() => {}) : await socket.next();
      const { type, delta } = message;
      if (dialect.failures.includes(String(type))) return { event: 'error' };
      if (dialect.partial !== undefined && type === dialect.partial) {
        words += typeof delta === 'string' ? delta : '';
        return { event: 'transcript.partial', text: words };
      }
      if (type !== dialect.final) continue;
      words = '';
      isOpen = false;
      isSpent = dialect.isSpentByFinal;
      return { event: 'transcript.final', text: dialect.textOf(message) };
    }
  }

  return {
    send: (message) => send(message as Message),
    together: socket.together,
    next,
    get isOver() {
      return isSpent || socket.isOver || (!isOpen && performance.now() - openedMs > dialect.mostAgeMs);
    },
    close: () => socket.close(),
  };
}
