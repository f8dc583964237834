import { parseArgs } from 'node:util';
import {
  type Clip,
  openOpenAiSpeechServer,
  openStreamingSpeechServer,
  openXttsServer,
  resample,
  type SpeechService,
} from '../../media/index.ts';
import { CliFault, parsed } from './cli-fault.ts';

const names = ['speech_a', 'speech_b', 'voice_models', 'xtts'] as const;
type ServerName = (typeof names)[number];

export interface SpeechServerArguments {
  readonly name: ServerName;
  /** 0 selects a free port. */
  readonly port: number;
  readonly key: string | undefined;
}

export interface SpeechServerContext {
  readonly openSpeech: () => Promise<SpeechService>;
  readonly say: (line: string) => void;
  readonly print: (text: string) => void;
  /** The server runs until this signal aborts. */
  readonly signal: AbortSignal;
}

/** Throws `bad_argument`. */
export function readSpeechServerArguments(argv: readonly string[]): SpeechServerArguments {
  const options = { port: { type: 'string', default: '0' }, key: { type: 'string' } } as const;
  const { values, positionals } = parsed(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const [argument, ...more] = positionals;
  const name = names.find((each) => each === argument);
  if (name === undefined || more.length > 0)
    throw new CliFault('bad_argument', `expected one of ${names.join(', ')}, not "${positionals.join(' ')}"`);
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new CliFault('bad_argument', `--port is a number from 0 to 65535, not "${values.port}"`);
  return { name, port, key: values.key };
}

interface Emulated {
  readonly baseUrl: string;
  readonly complaints: readonly string[];
  /** The environment variables that point a server here. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const reportEveryMs = 500;

/**
 * Emulates a speech server with the embedded models until interrupted. Prints the environment variables that point to
 * it.
 */
export async function speechServerCommand(args: SpeechServerArguments, context: SpeechServerContext): Promise<number> {
  const speech = await context.openSpeech();
  try {
    const server = await opened(args, speech);
    const lines = Object.entries(server.variables).map(([name, value]) => `${name}=${value}\n`);
    context.print(lines.join(''));
    context.say(`${args.name} is emulated at ${server.baseUrl}. Ctrl-C stops it.`);
    let printed = 0;
    const report = (): void => {
      for (const complaint of server.complaints.slice(printed)) context.say(`refused: ${complaint}`);
      printed = server.complaints.length;
    };
    const reporting = setInterval(report, reportEveryMs);
    if (!context.signal.aborted)
      await new Promise((resolve) => context.signal.addEventListener('abort', resolve, { once: true }));
    clearInterval(reporting);
    report();
    await server.close();
    return 0;
  } finally {
    await speech.close();
  }
}

async function opened({ name, port, key }: SpeechServerArguments, speech: SpeechService): Promise<Emulated> {
  const common = { port, ...(key === undefined ? {} : { apiKey: key }) };
  const keyOf = (variable: string) => (key === undefined ? {} : { [variable]: key });
  const say = async (text: string, rateHz: number): Promise<Clip> => {
    const clip = await speech.speak(text, { speaker: 'daniel' }, 16_000);
    return clip.rateHz === rateHz ? clip : { samples: resample(clip.samples, clip.rateHz, rateHz), rateHz };
  };
  const hear = async (clip: Clip): Promise<string> => (await speech.recognise(clip)).text;
  switch (name) {
    case 'speech_a': {
      const speak = (text: string, _speaker: string, rateHz: number) => say(text, rateHz);
      const hearStream = async (clip: Clip, { isFinal }: { readonly isFinal: boolean }) =>
        isFinal ? { text: await hear(clip), language: 'en-IN' } : { text: '' };
      const server = await openStreamingSpeechServer({ ...common, speak, hear: hearStream });
      return emulated(server, { SPEECH_A_BASE_URL: server.baseUrl, ...keyOf('SPEECH_A_API_KEY') });
    }
    case 'xtts': {
      const server = await openXttsServer({ ...common, speak: say });
      const variables = { VOICE_MODELS_BASE_URL: server.baseUrl, VOICE_MODELS_DIALECT: 'xtts' };
      return emulated(server, { ...variables, ...keyOf('VOICE_MODELS_API_KEY') });
    }
    default: {
      const speak = (text: string, _voice: string, rateHz: number) => say(text, rateHz);
      const server = await openOpenAiSpeechServer({ ...common, speak, hear });
      const prefix = name === 'speech_b' ? 'SPEECH_B' : 'VOICE_MODELS';
      return emulated(server, { [`${prefix}_BASE_URL`]: server.baseUrl, ...keyOf(`${prefix}_API_KEY`) });
    }
  }
}

const emulated = (server: Omit<Emulated, 'variables'>, variables: Readonly<Record<string, string>>): Emulated => ({
  baseUrl: server.baseUrl,
  complaints: server.complaints,
  variables,
  close: () => server.close(),
});
