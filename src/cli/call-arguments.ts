import { parseArgs } from 'node:util';
import { type FarDialectName, farDialectNames, type LineConditions, readLineConditions } from '../../media/index.ts';
import { CliFault } from './cli-fault.ts';
import { type PhoneArguments, phoneOptions, readPhoneArguments } from './phone-arguments.ts';

export type CallerLine =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'wav'; readonly path: string };

/** How a call is placed: as a provider, as Asterisk over AudioSocket, or as a telephone. */
export type CallDialect = FarDialectName | 'audiosocket' | 'sip';

/** Names for `--dialect`: providers, Asterisk over AudioSocket, and the browser. */
export const namedDialects = [...farDialectNames, 'audiosocket'] as const satisfies readonly CallDialect[];

export interface CallArguments {
  readonly dialect: CallDialect;
  /** Port of the server for AudioSocket; that of this installation by default. */
  readonly audioSocketPort?: number;
  /** Calls as this telephone, in place of a provider. */
  readonly phone?: PhoneArguments;
  readonly url: string;
  /** An API key for the server. */
  readonly key?: string;
  readonly from: string;
  readonly to: string;
  /** The flow of a browser call; the first active one by default. */
  readonly flow?: string;
  readonly voice: string;
  /** In the order of the command line. */
  readonly lines: readonly CallerLine[];
  /** Delay of each line after the first, from when the reply to the previous one becomes audible. */
  readonly bargeInMs?: number;
  /** With `bargeInMs`: the first line also interrupts, during the greeting. */
  readonly overGreeting: boolean;
  /** Simulated impairments by the network and the provider; none when absent. */
  readonly conditions?: LineConditions;
  readonly outDir?: string;
  readonly json: boolean;
  readonly allowRemote: boolean;
}

const callOptions = {
  dialect: { type: 'string', default: 'telephony_a' },
  'audiosocket-port': { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string', default: '+12025550143' },
  flow: { type: 'string' },
  say: { type: 'string', multiple: true },
  wav: { type: 'string', multiple: true },
  voice: { type: 'string', default: 'daniel' },
  'barge-in': { type: 'string' },
  'over-greeting': { type: 'boolean', default: false },
  network: { type: 'string' },
  /** An earlier name of `network`. */
  weather: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean', default: false },
  'allow-remote': { type: 'boolean', default: false },
  ...phoneOptions,
} as const;

/** Throws `bad_argument` with the reason. */
export function readCallArguments(
  argv: readonly string[],
  defaultUrl: string,
  env: NodeJS.ProcessEnv = {},
): CallArguments {
  const { values, tokens, positionals } = parse(argv);
  const url = values.url ?? defaultUrl;
  if (positionals.length > 0) throw bad(`unexpected argument "${positionals[0]}" (quote lines with spaces)`);
  const phone = readPhoneArguments(values, env);
  const dialect = phone === undefined ? namedDialects.find((name) => name === values.dialect) : 'sip';
  if (dialect === undefined) throw bad(`--dialect must be one of ${namedDialects.join(', ')}, not "${values.dialect}"`);
  const audioSocketPort = portOf(values['audiosocket-port'], dialect);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw bad(`--url must be an http:// or https:// URL, not "${url}"`);
  }
  if (!(phone === undefined ? /^\+?[0-9]{3,15}$/ : /^\+?[0-9]{2,15}$/).test(values.to))
    throw bad(`--to must be a phone number such as +12025550143, not "${values.to}"`);
  const from = values.from ?? randomCaller();
  if (!/^\+?[0-9]{3,15}$/.test(from)) throw bad(`--from must be a phone number such as +12025550100, not "${from}"`);
  const bargeInMs = values['barge-in'] === undefined ? undefined : Number(values['barge-in']);
  if (bargeInMs !== undefined && !(bargeInMs >= 0 && bargeInMs <= 60_000)) {
    throw bad(`--barge-in must be 0 to 60000 milliseconds, not "${values['barge-in']}"`);
  }
  const lines = linesOf(tokens);
  const overGreeting = values['over-greeting'];
  if (overGreeting && bargeInMs === undefined) throw bad('--over-greeting requires --barge-in, which sets the delay');
  if (bargeInMs !== undefined && lines.length < (overGreeting ? 1 : 2)) {
    throw bad(
      overGreeting
        ? '--over-greeting needs a line, which interrupts the greeting'
        : '--barge-in needs two lines: the second interrupts the answer to the first (--over-greeting: one, which interrupts the greeting)',
    );
  }
  const named = values.network ?? values.weather;
  const conditions = named === undefined ? undefined : readLineConditions(named);
  if (typeof conditions === 'string') throw bad(`--network: ${conditions}`);
  if (conditions !== undefined && phone !== undefined)
    throw bad('--network does not apply to --sip, whose packets travel over a real network');
  return {
    dialect,
    url,
    from,
    to: values.to,
    voice: values.voice,
    lines,
    overGreeting,
    json: values.json,
    allowRemote: values['allow-remote'],
    ...(phone === undefined ? {} : { phone }),
    ...(audioSocketPort === undefined ? {} : { audioSocketPort }),
    ...(values.key === undefined ? {} : { key: values.key }),
    ...(values.flow === undefined ? {} : { flow: values.flow }),
    ...(conditions === undefined ? {} : { conditions }),
    ...(values.out === undefined ? {} : { outDir: values.out }),
    ...(bargeInMs === undefined ? {} : { bargeInMs }),
  };
}

function portOf(value: string | undefined, dialect: CallDialect): number | undefined {
  if (value === undefined) return undefined;
  if (dialect !== 'audiosocket') throw bad('--audiosocket-port needs --dialect audiosocket');
  const port = Number(value);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw bad(`--audiosocket-port must be a port, not "${value}"`);
  return port;
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: callOptions, tokens: true, allowPositionals: true });
  } catch (cause) {
    throw bad(cause instanceof Error ? cause.message : String(cause));
  }
}

interface Token {
  readonly kind: string;
  readonly name?: string;
  readonly value?: string | undefined;
}

function linesOf(tokens: readonly Token[]): CallerLine[] {
  const lines: CallerLine[] = [];
  for (const { kind, name, value } of tokens) {
    if (kind !== 'option' || value === undefined) continue;
    if (name === 'say') {
      if (value.trim() === '') throw bad('--say needs words');
      lines.push({ kind: 'text', text: value });
    }
    if (name === 'wav') lines.push({ kind: 'wav', path: value });
  }
  return lines;
}

/** A random number of the range reserved for examples, which identifies the call's record. */
const randomCaller = (): string => `+1202555${String(100 + Math.floor(Math.random() * 100)).padStart(4, '0')}`;

const bad = (message: string): CliFault => new CliFault('bad_argument', message);
