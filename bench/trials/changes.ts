import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Clip } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { renderTable } from '../table.ts';
import { openChangedAgent } from './changed-agent.ts';
import { type EditorsOutcome, editTogether } from './changes-editors.ts';
import { type ChangesOutcome, changeUnderCalls } from './changes-run.ts';
import { type SplitOutcome, splitContacts } from './changes-split.ts';
import { sayHello } from './soak.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `changes: an agent is published, restored and split while calls with it are in progress.
  --calls N         calls in progress (default 40)
  --publications N  (default 20)
  --restorations N  (default 5)
  --every N         milliseconds between two changes (default 1000)
  --contacts N      contacts of a split test of 10 % (default 1000)
  --orders N        random orders of edits and saves of two editors (default 100)
  --seed N          (default 1)
  --out FILE        (default bench/results/changes.json)
`;

const options = {
  calls: { type: 'string', default: '40' },
  publications: { type: 'string', default: '20' },
  restorations: { type: 'string', default: '5' },
  every: { type: 'string', default: '1000' },
  contacts: { type: 'string', default: '1000' },
  orders: { type: 'string', default: '100' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/changes.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const { calls, publications, restorations, every, contacts, orders, seed } = values;
  const numbers = [calls, publications, restorations, every, contacts, orders, seed];
  if (values.help || !numbers.every((value) => /^\d+$/.test(value))) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const outcome = await runChanges({
    entry: new URL('./asking-server.js', import.meta.url),
    env,
    words: await sayHello(defaultModelsDir(env)),
    calls: Number(calls),
    publications: Number(publications),
    restorations: Number(restorations),
    everyMs: Number(every),
    contacts: Number(contacts),
    orders: Number(orders),
    seed: Number(seed),
  });
  process.stdout.write(`${tableOf(outcome)}\n\n`);
  return conclude(values.out, changesVerdicts(outcome, Number(seed)), { outcome });
}

export interface RunChangesOptions {
  /** Server module. */
  readonly entry: URL;
  readonly env: NodeJS.ProcessEnv;
  /** Speech of the callers. */
  readonly words: Clip;
  readonly calls: number;
  readonly publications: number;
  readonly restorations: number;
  readonly everyMs: number;
  readonly contacts: number;
  readonly orders: number;
  readonly seed: number;
}

export interface AllChanges {
  readonly calls: ChangesOutcome;
  readonly split: SplitOutcome;
  readonly editors: EditorsOutcome;
}

export async function runChanges({
  entry,
  env,
  contacts,
  orders,
  seed,
  ...rest
}: RunChangesOptions): Promise<AllChanges> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-changes-'));
  const started = await startServerChild({
    entry,
    env: { LOG_LEVEL: 'warn', ...env, ADMISSION: 'off' },
    dataDir,
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  try {
    const agent = await openChangedAgent(server);
    const calls = await changeUnderCalls({ server, agent, ...rest });
    const split = await splitContacts(server, agent, { contacts, percent: 10 });
    return { calls, split, editors: await editTogether(agent, orders, seed) };
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function tableOf({ calls, split, editors }: AllChanges): string {
  const share = (100 * split.other) / split.contacts;
  return renderTable(
    ['what', 'figure'],
    [
      ['calls in progress, and versions with which they began', `${calls.calls}, ${calls.versions}`],
      ['publications, restorations, split tests meanwhile', `${calls.publications}, ${calls.restorations}, 1`],
      ['calls whose version changed', `${calls.changed}`],
      ['replies that name the agent, and of another version', `${calls.named}, ${calls.misnamed}`],
      ['calls ended by the server', `${calls.cutOff}`],
      ['turns answered during the changes, and never', `${calls.answered}, ${calls.unanswered}`],
      [
        'median time to the reply before and during the changes',
        `${ms(calls.latencyBeforeMs)}, ${ms(calls.latencyMs)}`,
      ],
      ['gaps in replies before and during the changes', `${calls.gapsBefore}, ${calls.gaps}`],
      ['new calls after a change, and not with the new version', `${calls.begun}, ${calls.begunOtherwise}`],
      ['restorations with the same bytes', `${calls.sameBytes} of ${calls.restorations}`],
      [
        `contacts with the other version of a split of ${split.percent} %`,
        `${split.other} of ${split.contacts}: ${share.toFixed(1)} %`,
      ],
      ['contacts that call again, and get another version', `${split.again}, ${split.changed}`],
      ['saves of two editors, conflicts, lost fields', `${editors.saves}, ${editors.conflicts}, ${editors.lost}`],
    ],
  );
}

const ms = (value: number | null): string => (value === null ? '-' : `${Math.round(value)} ms`);

export function changesVerdicts({ calls, split, editors }: AllChanges, seed: number): Verdict[] {
  const share = (100 * split.other) / split.contacts;
  const kept = calls.changed + calls.misnamed + calls.begunOtherwise;
  return [
    {
      test: `versions of ${calls.calls} calls in progress`,
      figure: `${calls.changed} changed, ${calls.misnamed} of ${calls.named} replies of another version, ${calls.begunOtherwise} of ${calls.begun} new calls without the new version`,
      limit: '0, 0, 0',
      outcome: judged(kept === 0 && calls.named > 0),
    },
    {
      test: `${calls.calls} calls during ${calls.publications} publications, ${calls.restorations} restorations and a split test`,
      figure: `${calls.cutOff} ended, ${calls.unanswered} turns without an answer, ${calls.answered} answered meanwhile`,
      limit: '0, 0',
      outcome: judged(calls.cutOff + calls.unanswered === 0 && calls.answered > 0),
    },
    {
      test: 'restored definitions',
      figure: `${calls.sameBytes} of ${calls.restorations} with the same bytes`,
      limit: 'all',
      outcome: judged(calls.sameBytes === calls.restorations),
    },
    {
      test: `split of ${split.percent} % over ${split.contacts} contacts`,
      figure: `${share.toFixed(1)} %, ${split.unanswered} not answered, ${split.changed} of ${split.again} with another version in the next call`,
      limit: '10 ± 2 %, 0, 0',
      outcome: judged(Math.abs(share - split.percent) <= 2 && split.unanswered + split.changed === 0),
    },
    {
      test: `two editors in ${editors.orders} random orders`,
      figure: `${editors.lost} fields lost, ${editors.saves} saves, ${editors.conflicts} conflicts`,
      limit: '0',
      outcome: judged(editors.lost === 0),
      seed,
    },
  ];
}
