import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '../../media/emulator/random.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { withPlace } from '../api/places.ts';
import { heardOf, recording } from './analysis-recordings.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `kill-analysis: a real server that is killed while recordings are uploaded and transcribed, and started again.
  --uploads N      (default 75)
  --kills N        (default 25)
  --seed N         (default 1)
  --postgres URL   a server on which a database may be made; without one SQLite alone
  --only DATABASE  sqlite or postgres (default both)
  --out FILE       (default bench/results/kill-analysis.json)
`;

const options = {
  uploads: { type: 'string', default: '75' },
  kills: { type: 'string', default: '25' },
  seed: { type: 'string', default: '1' },
  postgres: { type: 'string' },
  only: { type: 'string' },
  out: { type: 'string', default: 'bench/results/kill-analysis.json' },
  help: { type: 'boolean', default: false },
} as const;

const entry = new URL('./analysis-server.js', import.meta.url);
const readyTimeoutMs = 120_000;
const settleMs = 600_000;
const senders = 3;
const longestWaitMs = 1500;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  if (values.help) {
    process.stderr.write(usage);
    return 0;
  }
  const [uploads, kills, seed] = [values.uploads, values.kills, values.seed].map(Number) as [number, number, number];
  const verdicts: Verdict[] = [];
  const measured: AnalysisOutcome[] = [];
  const servers = [undefined, ...(values.postgres === undefined ? [] : [values.postgres])];
  for (const server of servers) {
    const dialect = server === undefined ? 'sqlite' : 'postgres';
    if (values.only !== undefined && values.only !== dialect) continue;
    const outcome = await killAnalysis({ server, uploads, kills, seed, env });
    measured.push(outcome);
    verdicts.push(verdictOf(outcome, seed));
  }
  return conclude(values.out, verdicts, { runs: measured });
}

export interface AnalysisOutcome {
  readonly dialect: string;
  readonly uploads: number;
  readonly kills: number;
  /** Recordings without a call. */
  readonly lost: number;
  /** Surplus calls beyond one per recording. */
  readonly doubled: number;
  /** Calls that are not completed, or whose transcript belongs to another recording. */
  readonly wrong: number;
  /** Total of calls that were not over when the server was killed. */
  readonly interrupted: number;
}

interface KillAnalysisOptions {
  readonly server: string | undefined;
  readonly uploads: number;
  readonly kills: number;
  readonly seed: number;
  readonly env?: NodeJS.ProcessEnv;
}

/** Sends uploads, each with a key, and repeats them until accepted, while the server is killed at random moments. */
export const killAnalysis = ({ server, uploads, kills, seed, env }: KillAnalysisOptions): Promise<AnalysisOutcome> =>
  withPlace(server, async (place) => {
    const variables = { LOG_LEVEL: 'warn', ...env, ADMISSION: 'off', DATABASE_URL: place.databaseUrl ?? '' };
    const start = async (): Promise<ServerChild> => {
      const started = await startServerChild({ entry, env: variables, dataDir: place.dataDir, readyTimeoutMs });
      if (!started.ok) throw new Error(started.detail);
      return started.server;
    };
    const node = { server: await start() };
    const client = await openClient(node);
    const random = createRandom(seed);
    let interrupted = 0;
    try {
      const waiting = Array.from({ length: uploads }, (_, index) => index);
      // A third is sent between the kills, so that some are cut off during the upload.
      const sending = Array.from({ length: senders }, async () => {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) await client.upload(index);
      });
      for (let kill = 0; kill < kills; kill++) {
        await pause(random() * longestWaitMs);
        interrupted += await client.open().catch(() => 0);
        process.kill(node.server.pid, 'SIGKILL');
        await node.server.close();
        node.server = await start();
      }
      await Promise.all(sending);
      await until(settleMs, async () => (await client.open()) === 0);
      return { dialect: place.dialect, uploads, kills, interrupted, ...(await client.judge(uploads)) };
    } finally {
      await node.server.close();
    }
  });

async function openClient(node: { readonly server: ServerChild }) {
  let token = '';
  async function ask(method: string, path: string, init: RequestInit = {}) {
    const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` };
    const answer = await fetch(new URL(path, node.server.baseUrl), { ...init, method, headers });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  const json = { 'content-type': 'application/json' };
  const person = { email: 'trial@example.com', password: 'correct horse battery', organization_name: 'Trial' };
  const body = JSON.stringify(person);
  ({ token } = (await ask('POST', '/api/auth/register', { headers: json, body })) as { token: string });

  type Listed = { calls: { id: number; uuid: string; status: string }[]; total: number };
  const list = (query: string) => ask('GET', `/api/calls?${query}`) as Promise<Listed>;
  const count = async (status: string) => (await list(`limit=1&status=${status}`)).total;

  return {
    open: async () => (await count('pending')) + (await count('transcribing')),
    upload: (index: number) =>
      until(settleMs, async () => {
        const form = new FormData();
        form.set('file', new Blob([new Uint8Array(recording(index))]), `${index}.wav`);
        const headers = { 'idempotency-key': `recording-${index}` };
        await ask('POST', '/api/v1/sales/calls', { headers, body: form });
        return true;
      }),
    async judge(uploads: number) {
      const calls: Listed['calls'] = [];
      for (let total = 1; calls.length < total; ) {
        const page = await list(`limit=100&offset=${calls.length}`);
        total = page.total;
        if (page.calls.length === 0) break;
        calls.push(...page.calls);
      }
      const found: string[] = [];
      let wrong = 0;
      for (const { id, status } of calls) {
        const call = (await ask('GET', `/api/calls/${id}`)) as { transcript: { text: string }[] };
        const text = call.transcript.map((turn) => turn.text).join('|');
        found.push(text);
        if (status !== 'completed' || call.transcript.length !== 1) wrong += 1;
      }
      const expected = Array.from({ length: uploads }, (_, index) => heardOf(recording(index).length));
      const lost = expected.filter((text) => !found.includes(text)).length;
      return { lost, wrong, doubled: calls.length - (uploads - lost) };
    },
  };
}

function verdictOf({ dialect, uploads, kills, ...outcome }: AnalysisOutcome, seed: number): Verdict {
  const { lost, doubled, wrong, interrupted } = outcome;
  return {
    test: `R-6 SIGKILL of the server, ${kills} times while ${uploads} recordings are uploaded and transcribed, ${dialect}: lost, doubled, wrong; open at a kill, in all`,
    figure: `${lost}, ${doubled}, ${wrong}; ${interrupted}`,
    limit: '0, 0, 0; some',
    outcome: judged(lost === 0 && doubled === 0 && wrong === 0 && interrupted > 0),
    seed,
  };
}

async function until(patienceMs: number, isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isSo().catch(() => false)) && performance.now() < giveUpAt) await pause(25);
}
