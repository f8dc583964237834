import { availableParallelism, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import type { MediaConfig } from '../../media/index.ts';
import type { BucketConfig } from '../files/index.ts';
import { type ConnectionLimits, connectionLimits } from './descriptors.ts';
import type { Environment } from './env.ts';
import { type RtpConfig, rtpConfigOf, type SipConfig, sipConfigOf } from './sip.ts';
import { speechServersOf } from './speech.ts';
import { type TelephonyConfig, telephonyConfigOf } from './telephony.ts';

export interface HttpConfig {
  readonly host: string;
  readonly port: number;
  readonly publicBaseUrl?: string;
  /** URL of the media listener when it is not derived from the request's host. */
  readonly mediaBaseUrl?: string;
  /** Folder of the built console; may be absent. */
  readonly consoleDir: string;
  /** Origins whose pages may read responses; `*` is any. */
  readonly corsOrigins: readonly string[];
  /** Addresses whose `X-Forwarded-For` is trusted: addresses, ranges, `loopback`. */
  readonly trustedProxies: readonly string[];
  /** Limit for one caller on a route without a limit of its own; `off` disables every limit. */
  readonly rateLimitPerMinute: number | 'off';
}

export interface DataConfig {
  readonly dataDir: string;
  readonly migrationsDir: string;
  readonly examplesDir: string;
  /** Agents that come with the product, as files. */
  readonly galleryDir: string;
  /** Maximum file size. */
  readonly maxFileBytes: number;
  /** Maximum size of all documents of one organisation. */
  readonly quotaBytes: number;
  /** Maximum size of all uploaded recordings of one organisation. */
  readonly uploadQuotaBytes: number;
  /** Maximum number of contacts of one organisation. */
  readonly mostContacts: number;
  /** Disk space reserved for when the disk is full; 0 for none. */
  readonly ballastBytes: number;
  /** Where files are stored; without one they are in `dataDir`. Contains a secret. */
  readonly bucket?: BucketConfig;
  /** URL of a PostgreSQL server; without one the data is in `dataDir`. Contains a password. */
  readonly databaseUrl?: string;
  /** Most connections to that server for statements. */
  readonly connections?: number;
}

export interface ObservationConfig {
  /** URL of a trace collector that speaks OTLP over HTTP. */
  readonly tracesEndpoint?: string;
  /** Token of a scraper on another machine. */
  readonly metricsToken?: string;
}

export interface AccountsConfig {
  /** Created and stored in the data folder when absent. */
  readonly sessionSecret?: string;
  /** Required by several nodes to store secrets; a single node creates a key when absent. */
  readonly settingsKey?: string;
  /** The previous `settingsKey`, which still opens what it sealed. */
  readonly oldSettingsKey?: string;
  /** Whether anyone may create an account after the first one. */
  readonly registration: 'open' | 'closed';
  readonly smtpUrl?: string;
  readonly mailFrom: string;
}

export interface ModelsConfig {
  /** Hosts, or hosts with a port, of language models of organisations that may have any address. */
  readonly allowedHosts: readonly string[];
}

export interface WebhooksConfig {
  /** Hosts, or hosts with a port, that webhooks and tools may use although they are not public. */
  readonly allowedHosts: readonly string[];
  /** The same for recordings that a request names by `recording_url`. */
  readonly recordingHosts: readonly string[];
  /** How long `call.ended` waits for the transcript of a recording by the provider. */
  readonly callEndedWaitMs: number;
}

/** What this process does in an installation: `all`, or the API and jobs (`control`), or calls (`media`). */
export type Role = NonNullable<Environment['ROLE']>;

export interface ClusterConfig {
  readonly role: Role;
  /** Servers of one NATS cluster; contains a password. Without any, nodes communicate through the database. */
  readonly natsUrls: readonly string[];
}

export interface CoachConfig {
  /** Another server that judges practice runs; this server by default. Contains a secret. */
  readonly judge?: { readonly baseUrl: string; readonly token: string };
  /** Maximum length of a practice run. */
  readonly runBudgetMs: number;
}

export interface Config {
  readonly version: string;
  readonly logLevel: string;
  /** How long calls may continue after a stop signal. */
  readonly drainMs: number;
  readonly cluster: ClusterConfig;
  readonly http: HttpConfig;
  readonly connections: ConnectionLimits;
  /** Configuration of the media plane, except the log. */
  readonly media: MediaSlice;
  readonly data: DataConfig;
  readonly telephony: TelephonyConfig;
  /** Telephones; absent if they are off. */
  readonly sip?: SipConfig;
  /** Audio of telephones, of this server or of another one. */
  readonly rtp?: RtpConfig;
  readonly observation: ObservationConfig;
  readonly accounts: AccountsConfig;
  readonly models: ModelsConfig;
  readonly webhooks: WebhooksConfig;
  readonly coach: CoachConfig;
  /** OCR language, as a three-letter code. */
  readonly ocrLanguage: string;
  /** Messages to log at startup. */
  readonly warnings: readonly string[];
}

export type MediaSlice = Omit<MediaConfig, 'log'>;

/** Location and version of the project's own files. */
export interface Installation {
  readonly rootDir: string;
  readonly version: string;
}

/** Pure: the same environment gives the same configuration. */
export function makeConfig(env: Environment, installation: Installation): Config {
  const host = env.HOST ?? '127.0.0.1';
  const port = env.PORT ?? 8080;
  const connections = connectionLimits(env.descriptors);
  const fromHere = (path: string): string => resolve(env.workingDir, path);
  const sip = sipConfigOf(env, fromHere);
  const rtp = rtpConfigOf(env);
  const dataDir = fromHere(env.DATA_DIR ?? 'data');
  return {
    version: installation.version,
    logLevel: env.LOG_LEVEL ?? 'info',
    drainMs: (env.DRAIN_SECONDS ?? 1800) * 1000,
    cluster: { role: env.ROLE ?? 'all', natsUrls: env.NATS_URL ?? [] },
    ocrLanguage: env.OCR_LANGUAGE ?? 'eng',
    http: {
      host,
      port,
      consoleDir: join(installation.rootDir, 'console', 'dist'),
      corsOrigins: env.CORS_ORIGINS ?? [],
      trustedProxies: env.TRUSTED_PROXIES ?? ['loopback'],
      rateLimitPerMinute: env.RATE_LIMIT_PER_MINUTE ?? 100,
      ...(env.PUBLIC_BASE_URL === undefined ? {} : { publicBaseUrl: env.PUBLIC_BASE_URL }),
      ...(env.MEDIA_BASE_URL === undefined ? {} : { mediaBaseUrl: env.MEDIA_BASE_URL }),
    },
    connections,
    media: {
      host,
      maxStreams: connections.streams,
      maxWaitingStreams: connections.waitingStreams,
      port: env.MEDIA_PORT ?? (port === 0 ? 0 : port + 1),
      ...(env.AUDIOSOCKET_PORT === undefined ? {} : { audioSocketPort: env.AUDIOSOCKET_PORT }),
      driver: env.MEDIA_DRIVER ?? 'auto',
      mediaThreads: env.MEDIA_THREADS ?? 1,
      inferenceThreads: env.INFERENCE_THREADS ?? availableParallelism(),
      modelsDir: env.MODELS_DIR === undefined ? join(env.cacheDir, 'parley', 'models') : fromHere(env.MODELS_DIR),
      packedModelsDir: join(dataDir, 'packed-models'),
      executionProviders: env.EXECUTION_PROVIDERS ?? ['cpu'],
      kernels: env.KERNELS ?? 'auto',
      admission: {
        automatic: env.ADMISSION !== 'off',
        cores: availableParallelism(),
        maxRssBytes: env.MAX_MEMORY_MB === undefined ? usableMemoryBytes() : env.MAX_MEMORY_MB * 2 ** 20,
        ...(env.MAX_CALLS === undefined ? {} : { maxCalls: env.MAX_CALLS }),
      },
      ...(rtp === undefined ? {} : { rtp: { host: rtp.host, ports: rtp.ports } }),
      ...llmOf(env),
      ...speechServersOf(env),
    },
    coach: {
      runBudgetMs: (env.COACH_RUN_SECONDS ?? 300) * 1000,
      ...judgeOf(env),
    },
    data: {
      dataDir,
      migrationsDir: join(installation.rootDir, 'migrations'),
      examplesDir: join(installation.rootDir, 'examples'),
      galleryDir: join(installation.rootDir, 'gallery'),
      maxFileBytes: (env.MAX_UPLOAD_MB ?? 500) * 2 ** 20,
      quotaBytes: quotaBytesOf(env, env.DOCUMENTS_PER_ORGANISATION_MB),
      uploadQuotaBytes: quotaBytesOf(env, env.UPLOADS_PER_ORGANISATION_MB),
      mostContacts: limitOf(env.CONTACTS_PER_ORGANISATION ?? (env.REGISTRATION === 'open' ? 1_000_000 : 0)),
      ballastBytes: (env.DISK_BALLAST_MB ?? 64) * 2 ** 20,
      ...(env.DATABASE_URL === undefined ? {} : { databaseUrl: env.DATABASE_URL }),
      ...(env.DATABASE_CONNECTIONS === undefined ? {} : { connections: env.DATABASE_CONNECTIONS }),
      ...bucketOf(env),
    },
    observation: {
      ...(env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined ? {} : { tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT }),
      ...(env.METRICS_TOKEN === undefined ? {} : { metricsToken: env.METRICS_TOKEN }),
    },
    telephony: telephonyConfigOf(env),
    ...(sip === undefined ? {} : { sip }),
    ...(rtp === undefined ? {} : { rtp }),
    accounts: accountsOf(env),
    models: { allowedHosts: env.LLM_ALLOWED_HOSTS ?? [] },
    webhooks: {
      allowedHosts: env.WEBHOOK_ALLOWED_HOSTS ?? [],
      recordingHosts: env.RECORDING_ALLOWED_HOSTS ?? [],
      callEndedWaitMs: (env.CALL_ENDED_WAIT_SECONDS ?? 300) * 1000,
    },
    warnings: [],
  };
}

function accountsOf(env: Environment): AccountsConfig {
  const host = env.PUBLIC_BASE_URL === undefined ? 'localhost' : new URL(env.PUBLIC_BASE_URL).hostname;
  return {
    registration: env.REGISTRATION ?? 'closed',
    mailFrom: env.MAIL_FROM ?? `Parley <parley@${host}>`,
    ...(env.SESSION_SECRET === undefined ? {} : { sessionSecret: env.SESSION_SECRET }),
    ...(env.SETTINGS_ENCRYPTION_KEY === undefined ? {} : { settingsKey: env.SETTINGS_ENCRYPTION_KEY }),
    ...(env.SETTINGS_ENCRYPTION_KEY_OLD === undefined ? {} : { oldSettingsKey: env.SETTINGS_ENCRYPTION_KEY_OLD }),
    ...(env.SMTP_URL === undefined ? {} : { smtpUrl: env.SMTP_URL }),
  };
}

/** With open registration, strangers share the disk, so the default is 5 GiB of each kind per organisation. */
const quotaBytesOf = ({ REGISTRATION }: Environment, mebibytes: number | undefined): number =>
  limitOf(mebibytes ?? (REGISTRATION === 'open' ? 5120 : 0)) * 2 ** 20;

const limitOf = (setting: number): number => (setting === 0 ? Number.POSITIVE_INFINITY : setting);

/** One call more must not make the system kill the process. */
const usableMemoryShare = 0.85;

/** Memory of the machine, or of the container that limits the process. */
function usableMemoryBytes(): number {
  const granted = process.constrainedMemory();
  return usableMemoryShare * (granted > 0 ? Math.min(granted, totalmem()) : totalmem());
}

/** The environment has all of these or none. */
function bucketOf(env: Environment): Pick<DataConfig, 'bucket'> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId } = env;
  const { S3_SECRET_ACCESS_KEY: secretAccessKey, S3_REGION: region = 'us-east-1', S3_PREFIX: given = '' } = env;
  if (endpoint === undefined || bucket === undefined) return {};
  if (accessKeyId === undefined || secretAccessKey === undefined) return {};
  const prefix = given === '' || given.endsWith('/') ? given : `${given}/`;
  return { bucket: { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix } };
}

function judgeOf({ JUDGE_API_BASE_URL: baseUrl, JUDGE_API_TOKEN: token }: Environment): Pick<CoachConfig, 'judge'> {
  return baseUrl === undefined || token === undefined ? {} : { judge: { baseUrl, token } };
}

function llmOf(env: Environment): Pick<MediaSlice, 'llm'> {
  if (env.LLM_BASE_URL === undefined || env.LLM_MODEL === undefined) return {};
  const key = env.LLM_API_KEY === undefined ? {} : { apiKey: env.LLM_API_KEY };
  const patience = {
    ...(env.LLM_FIRST_TOKEN_MS === undefined ? {} : { firstTokenTimeoutMs: env.LLM_FIRST_TOKEN_MS }),
    ...(env.LLM_TIMEOUT_MS === undefined ? {} : { totalTimeoutMs: env.LLM_TIMEOUT_MS }),
  };
  return { llm: { baseUrl: env.LLM_BASE_URL, model: env.LLM_MODEL, ...key, ...patience } };
}
