import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { StartFault } from '../faults/start-fault.ts';
import { readDescriptorLimit } from './descriptors.ts';
import { sipConflicts, sipVariables } from './sip.ts';
import { speechVariables } from './speech.ts';
import { ofEachProvider } from './telephony.ts';

const port = (what: string) =>
  z
    .string()
    .regex(/^\d{1,5}$/, what)
    .transform(Number)
    .refine((value) => value <= 65_535, what);
const count = (what: string) =>
  z
    .string()
    .regex(/^\d{1,3}$/, what)
    .transform(Number)
    .refine((value) => value >= 1 && value <= 256, what);
const wholeNumber = (least: number, most: number) => {
  const what = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,8}$/, what)
    .transform(Number)
    .refine((value) => value >= least && value <= most, what);
};
const url = (schemes: readonly string[], what: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), what)
    .transform((value) => value.replace(/\/+$/, ''));
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const providers = ['cuda', 'webgpu', 'cpu'] as const;
const providerList = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(providers, { error: `must be a comma-separated list of ${providers.join(', ')}` })).min(1));

const listOf = (what: string, isOne: (part: string) => boolean) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every(isOne), what);
const isOrigin = (part: string): boolean =>
  part === '*' ||
  (URL.canParse(part) && ['http:', 'https:'].includes(new URL(part).protocol) && new URL(part).origin === part);
const isNetwork = (part: string): boolean => {
  const [address = '', bits, more] = part.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && fits && more === undefined;
};
const isAddressRange = (part: string): boolean => part === 'loopback' || part === 'none' || isNetwork(part);

const allowedHosts = listOf(
  'must be a comma-separated list of host names or addresses, each with an optional port, such as localhost:9000,receiver.test',
  (part) => isIP(part) !== 0 || /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/.test(part),
).transform((parts) => parts.map((part) => part.toLowerCase()));

const isNatsUrl = (part: string): boolean =>
  URL.canParse(part) && ['nats:', 'tls:'].includes(new URL(part).protocol) && new URL(part).hostname !== '';

const httpUrl = url(['http:', 'https:'], 'must be an http:// or https:// address');

const secret = z.string().min(16, 'must have at least 16 random characters');

/**
 * A `#`, `/`, `?` or `%` in the password that is not percent-encoded (%23 and so on) changes the meaning of the URL.
 */
const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'must be postgres://user:password@host:port/database, with characters such as # / ? of a password written as %23 %2F %3F',
  );

function isDatabaseUrl(value: string): boolean {
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { username, password, pathname, hash, hostname, searchParams } = new URL(value);
  const isDecodable = [username, password, pathname].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  const hasHost = hostname !== '' || searchParams.has('host');
  return isDecodable && hasHost && hash === '' && /^\/[^/]+$/.test(pathname);
}

const variables = z.object({
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name, such as 127.0.0.1')
    .optional(),
  PORT: port('must be a port number from 0 to 65535').optional(),
  MEDIA_PORT: port('must be a port number from 0 to 65535').optional(),
  AUDIOSOCKET_PORT: wholeNumber(1, 65_535).optional(),
  MEDIA_DRIVER: oneOf(['auto', 'uws', 'ws']).optional(),
  PUBLIC_BASE_URL: httpUrl.optional(),
  MEDIA_BASE_URL: url(['ws:', 'wss:'], 'must be a ws:// or wss:// address').optional(),
  CORS_ORIGINS: listOf(
    'must be * or a comma-separated list of origins, such as https://app.example.com',
    isOrigin,
  ).optional(),
  TRUSTED_PROXIES: listOf('must be a comma-separated list of addresses or ranges, or none', isAddressRange)
    .transform((parts) => parts.filter((part) => part !== 'none'))
    .optional(),
  RATE_LIMIT_PER_MINUTE: z
    .string()
    .regex(/^(off|[1-9]\d{0,5})$/, 'must be a whole number from 1 to 999999, or off')
    .transform((value) => (value === 'off' ? value : Number(value)))
    .optional(),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(2, 100).optional(),
  ROLE: oneOf(['all', 'control', 'media']).optional(),
  NATS_URL: listOf('must be a comma-separated list of nats:// or tls:// addresses', isNatsUrl).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name of 3 to 63 lower-case letters, digits, . and -')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'must be a region, such as eu-central-1')
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-][A-Za-z0-9._/-]{0,200}$/, 'must consist of letters, digits, . _ - and /')
    .optional(),
  SESSION_SECRET: secret.optional(),
  SETTINGS_ENCRYPTION_KEY: secret.optional(),
  SETTINGS_ENCRYPTION_KEY_OLD: secret.optional(),
  REGISTRATION: oneOf(['open', 'closed']).optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// address').optional(),
  MAIL_FROM: z.string().includes('@', 'must be an e-mail address, or a name with one in angle brackets').optional(),
  WEBHOOK_ALLOWED_HOSTS: allowedHosts.optional(),
  RECORDING_ALLOWED_HOSTS: allowedHosts.optional(),
  TELEPHONY_ALLOWED_HOSTS: allowedHosts.optional(),
  CALL_ENDED_WAIT_SECONDS: wholeNumber(0, 3600).optional(),
  MODELS_DIR: z.string().optional(),
  XDG_CACHE_HOME: z.string().optional(),
  LLM_BASE_URL: httpUrl.optional(),
  LLM_API_KEY: z.string().optional(),
  LLM_MODEL: z.string().optional(),
  LLM_ALLOWED_HOSTS: allowedHosts.optional(),
  LLM_FIRST_TOKEN_MS: wholeNumber(100, 10_000).optional(),
  LLM_TIMEOUT_MS: wholeNumber(500, 15_000).optional(),
  ...speechVariables(httpUrl),
  ...sipVariables,
  JUDGE_API_BASE_URL: httpUrl.optional(),
  JUDGE_API_TOKEN: z.string().min(1).optional(),
  COACH_RUN_SECONDS: wholeNumber(1, 3600).optional(),
  ...ofEachProvider('BASE_URL', httpUrl.optional()),
  ...ofEachProvider('CALLS_PER_SECOND', wholeNumber(1, 500).optional()),
  ...ofEachProvider(
    'NETWORKS',
    listOf('must be a comma-separated list of addresses or ranges, such as 203.0.113.0/24', isNetwork).optional(),
  ),
  CALL_PREFIXES: listOf('must be a comma-separated list of the beginnings of E.164 numbers, such as +1,+4420', (part) =>
    /^\+[1-9]\d{0,14}$/.test(part),
  ).optional(),
  EXOTEL_SAMPLE_RATE: oneOf(['8000', '16000', '24000']).transform(Number).optional(),
  EXECUTION_PROVIDERS: providerList.optional(),
  MEDIA_THREADS: count('must be a whole number from 1 to 256').optional(),
  INFERENCE_THREADS: count('must be a whole number from 1 to 256').optional(),
  OCR_LANGUAGE: z
    .string()
    .regex(/^[a-z]{3}(?:_[a-z]+)?$/, 'must be a code of three letters, such as eng')
    .optional(),
  ADMISSION: oneOf(['auto', 'off']).optional(),
  MAX_CALLS: wholeNumber(1, 100_000).optional(),
  DRAIN_SECONDS: wholeNumber(0, 86_400).optional(),
  MAX_MEMORY_MB: wholeNumber(256, 10_000_000).optional(),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000).optional(),
  DOCUMENTS_PER_ORGANISATION_MB: wholeNumber(0, 10_000_000).optional(),
  UPLOADS_PER_ORGANISATION_MB: wholeNumber(0, 10_000_000).optional(),
  CONTACTS_PER_ORGANISATION: wholeNumber(0, 99_999_999).optional(),
  DISK_BALLAST_MB: wholeNumber(0, 10_000).optional(),
  KERNELS: oneOf(['auto', 'ts', 'wasm']).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
});

export type Environment = Omit<z.output<typeof variables>, 'XDG_CACHE_HOME'> & {
  /** Absolute folder to which relative paths in the environment refer. */
  readonly workingDir: string;
  /** Absolute folder for what can be fetched again. */
  readonly cacheDir: string;
  /** Maximum of files and sockets that this process may have open. */
  readonly descriptors: number;
};

export interface EnvironmentSource {
  /** Replaces the process's own variables. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Folder whose `.env` file is read. Variables set in the environment take precedence over it. */
  readonly workingDir?: string;
  /** Replaces the process's own limit. */
  readonly descriptors?: number;
}

/** Reads the environment; no other code does. Throws `config_invalid` naming every invalid variable. */
export function readEnvironment(source: EnvironmentSource = {}): Environment {
  const workingDir = resolve(source.workingDir ?? process.cwd());
  const merged = { ...readEnvFile(join(workingDir, '.env')), ...present(source.variables ?? process.env) };
  const parsed = variables.safeParse(present(merged));
  const wrong = parsed.success ? [] : parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  const env = parsed.data;
  if (env !== undefined) wrong.push(...conflicts(env));
  if (env === undefined || wrong.length > 0) {
    throw new StartFault('config_invalid', [...new Set(wrong)].map((sentence) => `${sentence}.`).join('\n'));
  }
  const { XDG_CACHE_HOME, ...rest } = env;
  const cacheDir = XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return { ...rest, workingDir, cacheDir, descriptors: source.descriptors ?? readDescriptorLimit() };
}

const ofBucket = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
/** The largest upload that most object stores accept. */
const maxObjectMb = 5000;

function bucketConflicts(env: z.output<typeof variables>): string[] {
  const lacks = ofBucket.filter((name) => env[name] === undefined);
  const isSet = lacks.length < ofBucket.length || env.S3_PREFIX !== undefined || env.S3_REGION !== undefined;
  const wrong = isSet ? lacks.map((name) => `${name} must be set when another S3_ variable is set`) : [];
  if (isSet && (env.MAX_UPLOAD_MB ?? 0) > maxObjectMb)
    wrong.push(`MAX_UPLOAD_MB must be at most ${maxObjectMb} when S3_BUCKET is set`);
  return wrong;
}

/** Servers that share calls must also share the data and the secrets. */
function clusterConflicts({ ROLE = 'all', ...env }: z.output<typeof variables>): string[] {
  const wrong: string[] = [];
  if (ROLE !== 'all' && env.DATABASE_URL === undefined) wrong.push(`DATABASE_URL must be set when ROLE is ${ROLE}`);
  if (ROLE !== 'all' && env.SESSION_SECRET === undefined) wrong.push(`SESSION_SECRET must be set when ROLE is ${ROLE}`);
  if (env.NATS_URL === undefined) return wrong;
  for (const name of ['DATABASE_URL', 'SESSION_SECRET'] as const)
    if (env[name] === undefined) wrong.push(`${name} must be set when NATS_URL is set`);
  return wrong;
}

function conflicts(env: z.output<typeof variables>): string[] {
  const wrong = clusterConflicts(env);
  if (env.LLM_BASE_URL !== undefined && env.LLM_MODEL === undefined) {
    wrong.push('LLM_MODEL must name a model when LLM_BASE_URL is set');
  }
  if (env.JUDGE_API_BASE_URL !== undefined && env.JUDGE_API_TOKEN === undefined) {
    wrong.push('JUDGE_API_TOKEN must hold an API key when JUDGE_API_BASE_URL is set');
  }
  if (env.SETTINGS_ENCRYPTION_KEY_OLD !== undefined && env.SETTINGS_ENCRYPTION_KEY === undefined) {
    wrong.push(
      'SETTINGS_ENCRYPTION_KEY must be set when SETTINGS_ENCRYPTION_KEY_OLD is set: the old key only decrypts',
    );
  }
  wrong.push(...bucketConflicts(env), ...sipConflicts(env));
  if (env.PORT === 65_535 && env.MEDIA_PORT === undefined) {
    wrong.push('MEDIA_PORT must be set when PORT is 65535');
  }
  if (env.PORT !== undefined && env.PORT > 0 && env.PORT === env.MEDIA_PORT) {
    wrong.push('MEDIA_PORT must differ from PORT');
  }
  return wrong;
}

function readEnvFile(path: string): Record<string, string | undefined> {
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, 'utf8')) as Record<string, string>;
  } catch (cause) {
    throw new StartFault('config_invalid', `${path} cannot be read.`, { cause });
  }
}

/** An empty variable counts as absent. */
const present = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value.trim() === '' ? [] : [[name, value.trim()]],
    ),
  );
