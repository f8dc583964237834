import { serverModels } from '../../../models/manifest.ts';
import { decodeL16, encodeL16 } from '../../codec/l16.ts';
import { createResampler, type Resampler } from '../../dsp/resampler.ts';
import type { LineRateHz } from '../../line/audio.ts';
import { MediaFault } from '../../line/fault.ts';
import { type MessageSocket, openMessageSocket } from '../remote/message-socket.ts';
import type { SpeechServer } from '../remote/servers.ts';

type Message = Readonly<Record<string, unknown>>;

/** What a server understands, and how it names its results. */
interface Dialect {
  readonly path: string;
  readonly rateHz: number;
  /** Whether the first message of the server describes its session, which tells the dialects apart. */
  readonly hasSession: boolean;
  readonly configure: (model: string, language: string | undefined) => readonly Message[];
  readonly begin: readonly Message[];
  readonly end: readonly Message[];
  readonly partial: string;
  readonly final: string;
  readonly textOf: (message: Message) => unknown;
  readonly failures: readonly string[];
  /** Audio between a final result and the next commit is lost: an utterance has a connection to itself. */
  readonly isSpentByFinal: boolean;
}

const transcription = 'conversation.item.input_audio_transcription';

/** OpenAI's own, and that of vLLM. They share the names of some messages and do not interoperate. */
const realtimeDialects: Readonly<Record<'openai' | 'vllm', Dialect>> = {
  openai: {
    ...{ path: '/realtime?intent=transcription', rateHz: 24_000, hasSession: true, isSpentByFinal: false },
    configure: (model, language) => [
      {
        type: 'session.update',
        session: {
          type: 'transcription',
          audio: {
            input: {
              format: { type: 'audio/pcm', rate: 24_000 },
              transcription: { model, ...(language === undefined ? {} : { language }) },
              turn_detection: null,
            },
          },
        },
      },
    ],
    begin: [],
    end: [{ type: 'input_audio_buffer.commit' }],
    ...{ partial: `${transcription}.delta`, final: `${transcription}.completed` },
    textOf: ({ transcript }) => transcript,
    failures: ['error', `${transcription}.failed`],
  },
  vllm: {
    ...{ path: '/realtime', rateHz: 16_000, hasSession: false, isSpentByFinal: true },
    configure: (model) => [{ type: 'session.update', model }],
    begin: [{ type: 'input_audio_buffer.commit', final: false }],
    end: [{ type: 'input_audio_buffer.commit', final: true }],
    ...{ partial: 'transcription.delta', final: 'transcription.done' },
    textOf: ({ text }) => text,
    failures: ['error'],
  },
};

const createdWithinMs = 1500;

/** A connection that takes and gives the messages of `speech_a`, over `/realtime` in a dialect of the OpenAI form. */
export async function openRealtime(
  { baseUrl, apiKey, recognitionModel = serverModels.openai.recognition, realtime = 'openai' }: SpeechServer,
  { rateHz, language }: { readonly rateHz: LineRateHz; readonly language: string },
): Promise<MessageSocket> {
  const dialect = realtimeDialects[realtime];
  const socket = await openMessageSocket({
    url: `${baseUrl.replace(/^http/, 'ws').replace(/\/$/, '')}${dialect.path}`,
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    what: '/realtime',
  });
  const configure = (code: string): void => {
    const primary = code.split('-')[0] as string;
    for (const message of dialect.configure(recognitionModel, primary === 'auto' ? undefined : primary))
      socket.send(message);
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

/** The server speaks first. Its message tells the dialects apart. */
async function greeted(socket: MessageSocket, { hasSession }: Dialect, name: string): Promise<void> {
  const timer = setTimeout(() => socket.close(), createdWithinMs);
  const { type, session } = await socket.next().finally(() => clearTimeout(timer));
  const isThis = type === 'session.created' && (typeof session === 'object') === hasSession;
  if (!isThis)
    throw new MediaFault(
      'speech_engine_failed',
      `/realtime does not speak the dialect ${name}; check SPEECH_B_STT_REALTIME`,
    );
}

interface Translation {
  readonly rateHz: LineRateHz;
  readonly configure: (language: string) => void;
}

function translated(socket: MessageSocket, dialect: Dialect, { rateHz, configure }: Translation): MessageSocket {
  const resampler: Resampler = createResampler(rateHz, dialect.rateHz);
  let words = '';
  let isSpent = false;
  const append = (samples: Float32Array): void => {
    if (samples.length === 0) return;
    const audio = Buffer.from(encodeL16(samples)).toString('base64');
    socket.send({ type: 'input_audio_buffer.append', audio });
  };

  function send({ event, audio, language_code: code }: Message): void {
    if (event === 'config.update') return configure(String(code));
    if (event === 'audio_input') return append(resampler.process(decodeL16(Buffer.from(String(audio), 'base64'))));
    if (event === 'speech_end') append(resampler.flush());
    const messages = event === 'speech_start' ? dialect.begin : event === 'speech_end' ? dialect.end : [];
    for (const message of messages) socket.send(message);
  }

  async function next(): Promise<Message> {
    for (;;) {
      // Nothing of a spent connection is of this utterance.
      const message = isSpent ? await new Promise<never>(() => {}) : await socket.next();
      const { type, delta } = message;
      if (dialect.failures.includes(String(type))) return { event: 'error' };
      if (type === dialect.partial) {
        words += typeof delta === 'string' ? delta : '';
        return { event: 'transcript.partial', text: words };
      }
      if (type !== dialect.final) continue;
      words = '';
      isSpent = dialect.isSpentByFinal;
      return { event: 'transcript.final', text: dialect.textOf(message) };
    }
  }

  return {
    send: (message) => send(message as Message),
    next,
    get isOver() {
      return isSpent || socket.isOver;
    },
    close: () => socket.close(),
  };
}
