import { openProviderServer, type ProviderServer } from '../../media/emulator/index.ts';
import { freePorts, type ServerChild, startServerChild } from '../../src/cli/server-child.ts';

const account = { authId: 'MA1', authToken: 'token' };
const entry = new URL('../api/control-plane.js', import.meta.url);
const readyTimeoutMs = 120_000;
const bulk = 500;
const untilBackMs = 600_000;

export interface CampaignRunOptions {
  readonly dataDir: string;
  readonly databaseUrl?: string;
  readonly contacts: number;
  readonly callsPerSecond: number;
  readonly env?: NodeJS.ProcessEnv;
  /** How long unanswered phones ring; by default, until the server is back after a kill. */
  readonly ringMs?: number | undefined;
}

export interface TargetCounts {
  readonly queued: number;
  readonly waiting: number;
  readonly dialing: number;
  readonly finished: number;
  readonly skipped: number;
}

/** A real server without its media plane, an emulated provider whose phones ring, and a campaign for all contacts. */
export interface CampaignRun {
  readonly provider: ProviderServer;
  launch(): Promise<number>;
  counts(): Promise<TargetCounts>;
  /** Returns the numbers of contacts in a status. */
  phones(status: keyof TargetCounts): Promise<string[]>;
  /** Process id of the current server. */
  readonly pid: number;
  /** Kills the server with SIGKILL and starts another. Returns how long there was none. */
  killAndStart(): Promise<number>;
  close(): Promise<void>;
}

/** Throws if anything responds incorrectly before the campaign is launched. */
export async function openCampaignRun(options: CampaignRunOptions): Promise<CampaignRun> {
  const { contacts, callsPerSecond, ringMs, dataDir, databaseUrl } = options;
  const back = new AbortController();
  const ringing = ringMs === undefined ? { ringMs: untilBackMs, rung: back.signal } : { ringMs };
  const fate = () => ({ person: 'no_answer', ...ringing }) as const;
  const provider = await openProviderServer({ dialect: 'telephony_a', ...account, fate });
  const [port] = await freePorts(1);
  const env = {
    LOG_LEVEL: 'warn',
    ...options.env,
    ADMISSION: 'off',
    SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
    TELEPHONY_A_BASE_URL: provider.baseUrl,
    TELEPHONY_A_CALLS_PER_SECOND: String(callsPerSecond),
    DATABASE_URL: databaseUrl ?? '',
  };
  async function start(): Promise<ServerChild> {
    const asked = { entry, env, dataDir, readyTimeoutMs, namesItself: true };
    const started = await startServerChild({ ...asked, ...(port === undefined ? {} : { port }) });
    if (!started.ok) throw new Error(started.detail);
    return started.server;
  }
  let server = await start();
  let token = '';
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const headers = { ...json, ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(new URL(path, server.baseUrl), init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  const person = { email: 'trial@example.com', password: 'correct horse battery', organization_name: 'Trial' };
  token = (await ask<{ token: string }>('POST', '/api/auth/register', person)).token;
  const { authId: auth_id, authToken: auth_token } = account;
  const connection = { auth_id, auth_token, phone_number: '+12025550100' };
  await ask('PUT', '/api/voice/integrations/telephony/telephony_a', connection);
  const rows = Array.from({ length: contacts }, (_, index) => ({ phone: `+1202${5_560_000 + index}` }));
  for (let from = 0; from < contacts; from += bulk)
    await ask('POST', '/v1/contacts/bulk', { contacts: rows.slice(from, from + bulk) });
  const { uuid } = await ask<{ uuid: string }>('POST', '/api/voice/flows', {
    kind: 'outbound',
    name: 'Trial',
    provider: 'platform',
    speaker: 'ava',
    config: { dialer: { max_concurrent_calls: 500, max_attempts: 1 } },
  });
  const targets = `/api/voice/flows/${uuid}/targets`;
  const listed = (query: string) =>
    ask<{ targets: { phone: string }[]; total: number; counts: TargetCounts }>('GET', `${targets}?${query}`);

  return {
    provider,
    launch: async () =>
      (await ask<{ contacts_queued: number }>('POST', `/v1/campaigns/${uuid}/launch`)).contacts_queued,
    counts: async () => (await listed('limit=1')).counts,
    async phones(status) {
      const phones: string[] = [];
      for (let total = 1; phones.length < total; ) {
        const page = await listed(`status=${status}&limit=100&offset=${phones.length}`);
        if (page.targets.length === 0) break;
        total = page.total;
        phones.push(...page.targets.map(({ phone }) => phone));
      }
      return phones;
    },
    get pid() {
      return server.pid;
    },
    async killAndStart() {
      const atMs = performance.now();
      process.kill(server.pid, 'SIGKILL');
      await server.close();
      server = await start();
      back.abort();
      return performance.now() - atMs;
    },
    async close() {
      await provider.close();
      await server.close();
    },
  };
}
