import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '../../src/data/index.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';
import { type Place, settle, withPlace } from '../api/places.ts';
import { countAnalysed, countTranscribed, seedUploads } from '../api/seed-uploads.ts';
import { startServer } from '../api/server.ts';
import { quantile } from '../table.ts';
import { type Ask, openAccount } from './account.ts';
import { claimsOf, type ServedEvidence } from './claims.ts';
import { commonFields } from './evidence.ts';
import { type Flaw, flawOf } from './independent-evidence.ts';
import { facts } from './outcomes.ts';
import { variantOf } from './variations.ts';

export interface ReanalysisFigures {
  readonly dialect: Place['dialect'];
  readonly calls: number;
  /** Seconds until the request was answered; `seconds` is the time from then until every call was analysed. */
  readonly queuedSeconds: number;
  readonly seconds: number;
  /** Calls still with the old analysis, or with none. */
  readonly left: number;
  /** Transcription jobs run plus transcripts written. */
  readonly transcribed: number;
  /** Latency of a call list requested twice a second during the run. */
  readonly listP95Ms: number | null;
  readonly checked: { readonly calls: number; readonly claims: number; readonly flaws: number };
}

export interface ReanalysisOptions {
  readonly transcripts: readonly Transcript[];
  readonly calls: number;
  readonly seed: number;
  /** PostgreSQL server; SQLite if absent. */
  readonly server: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

const root = new URL('../../../', import.meta.url);
const patienceMs = 1_800_000;
/** One in this many analysed calls is read back and checked. */
const checkedEvery = 50;

/** Reanalyses stored calls through a server's routes and checks what it then serves. */
export const measureReanalysis = (options: ReanalysisOptions): Promise<ReanalysisFigures> =>
  withPlace(options.server, async (place) => {
    const server = await startServer('control plane alone', place, options.env);
    const database = await openDatabase({ ...place, migrationsDir: fileURLToPath(new URL('migrations', root)) });
    try {
      const ask = await openAccount(server);
      for (const { key, name, type, options: choices, group } of commonFields.slice(3))
        await ask('POST', '/api/extraction-fields', { key, name, field_type: type, options: choices, group });
      const { transcripts, calls, seed } = options;
      const transcriptOf = (index: number): Transcript => variantOf(transcripts, index, seed);
      const said = await seedUploads(database, { count: calls, calledAt: facts.calledAt, transcriptOf });
      await settle(place);
      const measured = await timed(ask, database, calls);
      const transcribed = await countTranscribed(database);
      const checked = await check(ask, said);
      return { dialect: place.dialect, calls, ...measured, transcribed, checked };
    } finally {
      await database.close();
      await server.close();
    }
  });

async function timed(ask: Ask, database: Database, calls: number) {
  const left = async (): Promise<number> => calls - (await countAnalysed(database));
  const startMs = performance.now();
  const since = (): number => (performance.now() - startMs) / 1000;
  const { queued } = (await ask('POST', '/api/extraction-fields/reanalyse', { last: calls })) as { queued: number };
  if (queued !== calls) throw new Error(`${queued} of ${calls} calls were queued`);
  const queuedSeconds = since();
  const lists: number[] = [];
  while ((await left()) > 0 && since() * 1000 < patienceMs) {
    const fromMs = performance.now();
    await ask('GET', '/api/calls?limit=50');
    lists.push(performance.now() - fromMs);
    await pause(500);
  }
  return { queuedSeconds, seconds: since(), left: await left(), listP95Ms: quantile(lists, 0.95) };
}

/** Checks what the server returns for a sample of the calls. */
async function check(ask: Ask, said: ReadonlyMap<string, Transcript>): Promise<ReanalysisFigures['checked']> {
  const counts = { calls: 0, claims: 0, flaws: 0 };
  const flaws: Flaw[] = [];
  for (const [index, [uuid, turns]] of [...said].entries()) {
    if (index % checkedEvery !== 0) continue;
    const served = (await ask('GET', `/api/v1/sales/calls/${uuid}/evidence`)) as ServedEvidence;
    const claims = claimsOf(served, commonFields);
    counts.calls += 1;
    counts.claims += claims.length;
    flaws.push(...claims.flatMap((claim) => flawOf(claim, { turns, today: facts.calledAt.slice(0, 10) }) ?? []));
  }
  return { ...counts, flaws: flaws.length };
}
