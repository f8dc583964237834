import { randomUUID } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished } from 'vitest';
import { listSpeakers } from '../../media/engines/registry.ts';
import type { MediaServer, RefusalReason } from '../../media/index.ts';
import { MediaFault } from '../../media/line/fault.ts';
import type { CallEndReason, MediaPorts, NamedPerson, SupervisorText, TakeOver } from '../../media/ports.ts';
import type { AppOverrides } from '../../src/app/platform/overrides.ts';
import { type App, type MediaPlane, openApp } from '../../src/app.ts';
import type { Transcriber } from '../../src/audio/index.ts';
import { type Config, makeConfig } from '../../src/config/config.ts';
import { readEnvironment } from '../../src/config/env.ts';
import type { Database } from '../../src/data/index.ts';
import type { Disk } from '../../src/disk/index.ts';
import type { Authenticator } from '../../src/http/identity.ts';
import { createLog } from '../../src/log.ts';
import type { ProvidersOptions } from '../../src/telephony/index.ts';
import { scriptedAgent } from '../coaching/scripted-agent.ts';
import { scriptedCallers } from '../coaching/scripted-callers.ts';
import { type Hidden, type Spill, tapAnswers } from './answer-tap.ts';
import { tapStatuses } from './status-tap.ts';

const noWork = { brainMs: 0, speechMs: 0, characters: 0, audioMs: 0 };

/** The voice encoder takes a second to load and to compare the stock voices. */
const noLikeness = async (): Promise<never> => {
  throw new MediaFault('model_missing', 'no test of this app needs it');
};

const rootDir = join(import.meta.dirname, '..', '..');

/** Nothing listens there: no test reaches a provider that it does not emulate. */
const noProviders = {
  TELEPHONY_A_BASE_URL: 'http://127.0.0.1:9',
  TELEPHONY_B_BASE_URL: 'http://127.0.0.1:9',
  TWILIO_BASE_URL: 'http://127.0.0.1:9',
  TELNYX_BASE_URL: 'http://127.0.0.1:9',
  VONAGE_BASE_URL: 'http://127.0.0.1:9',
} as const;

/** Number of the example flow. */
export const lineNumber = '+12025550143';
export const flowUuid = '6f1c0a52-3d4e-4b8a-9a57-2f6d0c1e8b34';

/** Replaces the media plane: remembers its ports and the calls it was asked to end. */
export interface FakeMedia extends MediaPlane {
  readonly ports: () => MediaPorts;
  /** Calls for which `endCall` returns true. */
  readonly live: Set<string>;
  readonly ended: { callUuid: string; reason: CallEndReason }[];
  /** Result of a take-over request, by the person's session. */
  readonly supervised: Map<string, TakeOver>;
  /** Texts sent to agents; `mayTell` decides whether they can be said. */
  readonly told: ({ callUuid: string } & SupervisorText)[];
  /** The people who asked to take a call over. */
  readonly takers: NamedPerson[];
  mayTell: boolean;
  closedWith?: number;
  /** Reason for rejecting calls, if any. */
  full: RefusalReason | undefined;
  /** Number of calls that the machine is rated for. */
  slots: number;
  /** Awaited by `close`; represents calls still in progress. */
  draining: Promise<void>;
}

export function createFakeMedia(port = 9999): FakeMedia {
  let given: MediaPorts | undefined;
  const live = new Set<string>();
  const ended: FakeMedia['ended'] = [];
  const server: MediaServer = {
    port,
    driver: 'none',
    status: async () => ({
      driver: 'none',
      activeCalls: live.size,
      brain: 'embedded',
      admission: { refusing: fake.full, ratedCalls: 24, coresPerCall: 0.05, settingUp: 0, refused: {} },
      inference: {
        threads: 1,
        providers: ['cuda', 'cpu'],
        models: [{ model: 'a/b.onnx', provider: 'cpu', partly: false, missed: [{ provider: 'cuda', reason: 'none' }] }],
        restarts: 0,
        queued: 0,
        jobs: {},
        jobTotals: {
          final: { finished: { jobs: 3, ranMs: 240 }, dropped: { jobs: 1, ranMs: 40 } },
        },
      },
      voiceDetectors: [],
      latenessMs: { p50: 0, p99: 0, max: 0 },
      speculation: { started: 0, redeemed: 0, dropped: 0, made: noWork, wasted: noWork },
    }),
    reserve: () => fake.full,
    slots: () => fake.slots,
    endCall(callUuid, reason) {
      if (!live.has(callUuid)) return false;
      // The server asks again every few seconds until the call has ended; only the first request has an effect.
      if (ended.every((earlier) => earlier.callUuid !== callUuid)) ended.push({ callUuid, reason });
      return true;
    },
    supervision: {
      async takeOver(uuid, person) {
        fake.takers.push(person);
        return fake.supervised.get(uuid) ?? 'gone';
      },
      handBack: (uuid) => fake.supervised.get(uuid) === 'taken',
    },
    telephones: { open: async () => undefined, connect: async () => false },
    async tellAgent(callUuid, text) {
      if (!live.has(callUuid)) return undefined;
      fake.told.push({ callUuid, ...text });
      return fake.mayTell;
    },
    async close({ drainMs }) {
      fake.closedWith = drainMs;
      await fake.draining;
    },
  };
  const fake: FakeMedia = {
    listSpeakers,
    openTextAgent: scriptedAgent().open,
    openPracticeCallers: scriptedCallers().open,
    openMediaServer: async (_config, ports) => {
      given = ports;
      return server;
    },
    ports: () => given as MediaPorts,
    live,
    ended,
    supervised: new Map(),
    told: [],
    takers: [],
    mayTell: true,
    full: undefined,
    slots: Number.POSITIVE_INFINITY,
    draining: Promise.resolve(),
  };
  return fake;
}

export interface TestAppOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly media?: FakeMedia;
  /** Data folder; a new one by default. */
  readonly dataDir?: string;
  /** Changes the example flow before it is stored. */
  readonly editFlow?: (flow: Record<string, unknown>) => void;
  /** Folder of flows that replaces the examples. */
  readonly examplesDir?: string;
  readonly now?: () => Date;
  readonly nowMs?: () => number;
  readonly authenticator?: Authenticator;
  readonly disk?: Disk;
  readonly transcriber?: Transcriber;
  readonly fetching?: AppOverrides['fetching'];
  /** Fits voices with the voice encoder. By default they are fitted by measurement, as where its model is missing. */
  readonly comparesVoices?: boolean;
  /** Telephony providers that replace the registered ones. */
  readonly providers?: ProvidersOptions['rows'];
  /** If false, there is no account and requests carry no credential by default. */
  readonly signedIn?: boolean;
  /** Registers the function that closes the app; after the test by default. */
  readonly onEnd?: OnEnd;
}

export type OnEnd = (work: () => void | Promise<void>) => void;

export interface TestApp extends App {
  readonly fake: FakeMedia;
  readonly config: Config;
  readonly dataDir: string;
  readonly database: Database;
  /** Makes the process look dead to other processes. */
  die(): void;
  /** Session token of the first account; empty if there is none. */
  readonly admin: string;
  /** Log records, newest last. */
  readonly logged: Record<string, unknown>[];
  /** Forbidden content found in its responses so far. */
  readonly spills: readonly Spill[];
}

/** Opens the whole control plane on a free port and a separate folder; closed when the test ends. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const onEnd = options.onEnd ?? onTestFinished;
  const isOnPostgres = options.env?.DATABASE_URL !== undefined;
  const dataDir = options.dataDir ?? (isOnPostgres ? temporaryFolder(onEnd) : migratedFolder(onEnd));
  const env = readEnvironment({
    variables: {
      PORT: '0',
      DATA_DIR: dataDir,
      DISK_BALLAST_MB: '0',
      RATE_LIMIT_PER_MINUTE: 'off',
      REGISTRATION: 'open',
      // Many apps are open at once, and a server of PostgreSQL has 100 connections.
      DATABASE_CONNECTIONS: '6',
      ...noProviders,
      ...options.env,
    },
    workingDir: temporaryFolder(onEnd),
  });
  const made = makeConfig(env, { rootDir, version: '0.0.0-test' });
  const examplesDir =
    options.editFlow === undefined
      ? (options.examplesDir ?? made.data.examplesDir)
      : editedExamples(options.editFlow, onEnd);
  const config = { ...made, data: { ...made.data, examplesDir } };
  const fake = options.media ?? createFakeMedia();
  const logged: Record<string, unknown>[] = [];
  const log = createLog({ level: 'debug', stream: { write: (line) => void logged.push(JSON.parse(line)) } });
  const nowMs = options.nowMs === undefined ? {} : { nowMs: options.nowMs };
  let opened: Database | undefined;
  let die = (): void => {};
  const app = await openApp(config, {
    mediaPlane: fake,
    log,
    argon2: quickArgon2,
    // A fit takes a few seconds of both cores per clip.
    longestFitMs: 0,
    ...(options.comparesVoices === true ? {} : { openLikeness: noLikeness }),
    // Tests that move the clock wait for the next check; each check costs an idle app some milliseconds.
    jobs: { beatMs: 1000 },
    rounds: { mostMs: 1000 },
    ...nowMs,
    ...(options.authenticator === undefined ? {} : { authenticator: options.authenticator }),
    ...(options.disk === undefined ? {} : { disk: options.disk }),
    ...(options.providers === undefined ? {} : { providers: options.providers }),
    ...(options.transcriber === undefined ? {} : { transcriber: options.transcriber }),
    ...(options.fetching === undefined ? {} : { fetching: options.fetching }),
    ...(options.now === undefined ? {} : { now: options.now }),
    async holdOwnerLock(database) {
      const lock = await database.ownerLock();
      opened = database;
      // A dead process does not write either: its rounds would take its calls back.
      die = () => void Promise.all([lock.close(), database.close()]);
      return lock;
    },
  });
  const spills = tapAnswers(app.http, hiddenOf(env, dataDir));
  const { undeclared, stop } = tapStatuses(app.http);
  onEnd(async () => {
    await app.close();
    stop();
    expect(spills, spillsTitle).toEqual([]);
    expect([...new Set(undeclared)], 'statuses that the description of the API does not name').toEqual([]);
  });
  const startCode = logged.find((line) => line.startCode !== undefined)?.startCode;
  const admin = await signIn(app.http, options.signedIn ?? options.authenticator === undefined, startCode);
  return { ...app, die, fake, config, dataDir, logged, admin, spills, database: opened as unknown as Database };
}

const spillsTitle = 'what no answer may hold';

export interface SharedAppOptions extends Omit<TestAppOptions, 'env' | 'onEnd' | 'dataDir'> {
  /** A function is called when the app opens. */
  readonly env?: TestAppOptions['env'] | (() => TestAppOptions['env']);
  /** Where its database is; a new SQLite database by default. */
  readonly database?: { place(onEnd: OnEnd): Promise<{ readonly dataDir: string; readonly databaseUrl?: string }> };
  /** Opens it without the example flows. */
  readonly noExamples?: boolean;
}

/**
 * Opens one app for all tests of a suite, which must not leave anything that affects another. Call it where tests are
 * declared; the returned function returns the app.
 */
export function openAppOnce({
  database,
  noExamples = false,
  env = {},
  ...options
}: SharedAppOptions = {}): () => TestApp {
  let app: TestApp | undefined;
  const undo: (() => void | Promise<void>)[] = [];
  beforeAll(async () => {
    const onEnd: OnEnd = (work) => void undo.push(work);
    const { databaseUrl, ...place } = (await database?.place(onEnd)) ?? {};
    const at = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
    const examples = noExamples ? { examplesDir: temporaryFolder(onEnd) } : {};
    app = await openTestApp({
      ...options,
      ...examples,
      ...place,
      env: { ...(typeof env === 'function' ? env() : env), ...at },
      onEnd,
    });
  });
  afterEach(() => expect(app?.spills, spillsTitle).toEqual([]));
  afterAll(async () => {
    for (const work of undo.reverse()) await work();
  });
  return () => app as TestApp;
}

/** Returns secrets given to the server, and its data folder. */
function hiddenOf(env: Readonly<Record<string, unknown>>, dataDir: string): Hidden {
  const secrets = Object.entries(env).filter(
    ([name]) => /SECRET|KEY|TOKEN|_URL$/.test(name) && !/^(PUBLIC|MEDIA)_BASE_URL$/.test(name),
  );
  return {
    dataDir,
    rootDir,
    ...Object.fromEntries(secrets.filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
  };
}

/** Replaces argon2 at no cost. */
export const quickArgon2 = {
  hash: async (password: string) => `plain:${password}`,
  verify: async (hash: string, password: string) => hash === `plain:${password}`,
};

const owner = { email: 'owner@example.com', password: 'correct horse battery' };

/**
 * Registers the first account, or logs in to an existing one, and adds its token to every injected request that has no
 * `authorization` header; `authorization: ''` sends none.
 */
async function signIn(http: App['http'], signedIn: boolean, startCode: unknown): Promise<string> {
  if (!signedIn) return '';
  const post = (path: string, code?: unknown) =>
    http.inject({
      method: 'POST',
      url: `/api/auth/${path}`,
      payload: { ...owner, ...(code ? { start_code: code } : {}) },
    });
  const made = await post('register', startCode);
  const { token } = (made.statusCode === 201 ? made : await post('login')).json() as { token: string };
  const inject = http.inject.bind(http) as (options: InjectOptions) => ReturnType<typeof post>;
  const bearing = (asked: InjectOptions | string) => {
    const options = typeof asked === 'string' ? { url: asked } : asked;
    return inject({ ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
  };
  Object.assign(http, { inject: bearing });
  return token;
}

/** Adds a member to the first organisation and signs in as them. */
export async function addMember({ http }: Pick<TestApp, 'http'>): Promise<{ token: string; userUuid: string }> {
  const email = `${randomUUID()}@example.com`;
  const post = (path: string, payload: object) => http.inject({ method: 'POST', url: `/api/auth/${path}`, payload });
  const added = (await post('members', { email, role: 'member' })).json();
  const token = added.invitation_link.split('#token=')[1] as string;
  await post('password/reset', { token, password: owner.password });
  const login = (await post('login', { ...owner, email })).json() as { token: string };
  return { token: login.token, userUuid: added.user_uuid };
}

/** Returns a data folder with a migrated database without rows, if the run has one, otherwise an empty folder. */
export function migratedFolder(onEnd?: OnEnd): string {
  const folder = temporaryFolder(onEnd);
  const migrated = inject('migrated');
  if (migrated !== undefined) copyFileSync(join(migrated.dataDir, 'parley.db'), join(folder, 'parley.db'));
  return folder;
}

export function temporaryFolder(onEnd: OnEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function editedExamples(edit: (flow: Record<string, unknown>) => void, onEnd: OnEnd): string {
  const folder = temporaryFolder(onEnd);
  const target = join(folder, 'dental-receptionist');
  mkdirSync(target);
  cpSync(join(rootDir, 'examples', 'dental-receptionist'), target, { recursive: true });
  const path = join(target, 'flow.json');
  const flow = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  edit(flow);
  writeFileSync(path, JSON.stringify(flow));
  return folder;
}

/** Headers of a request from a browser or program on this machine. */
export const localHeaders = { host: '127.0.0.1:8080' };
