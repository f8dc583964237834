import { parseArgs } from 'node:util';
import { defaultModelsDir } from '../../models/locate.ts';
import { type PostgresAwayOutcome, postgresAway } from './postgres-away-run.ts';
import { sayHello } from './soak.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `postgres-away: PostgreSQL goes away for a while in the middle of calls, and comes back. Needs psql.
  --postgres URL  a server on which a database may be made; without one the trial is skipped
  --calls N       (default 4)
  --away N        seconds (default 20)
  --engines E     real or scripted (default real)
  --out FILE      (default bench/results/postgres-away.json)
`;

const options = {
  postgres: { type: 'string' },
  calls: { type: 'string', default: '4' },
  away: { type: 'string', default: '20' },
  engines: { type: 'string', default: 'real' },
  out: { type: 'string', default: 'bench/results/postgres-away.json' },
  help: { type: 'boolean', default: false },
} as const;

const entries = { real: '../../src/main.js', scripted: './scripted-server.js' } as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls = 0, away = 0] = [values.calls, values.away].map(Number);
  const path = Object.entries(entries).find(([name]) => name === values.engines)?.[1];
  if (values.help || path === undefined || !(calls > 0 && away > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const { postgres } = values;
  if (postgres === undefined) {
    const skipped = { test: 'PostgreSQL away', figure: 'no --postgres', limit: '-', outcome: 'skip' } as const;
    return conclude(values.out, [skipped]);
  }
  const words = await sayHello(defaultModelsDir(env));
  const entry = new URL(path, import.meta.url);
  const outcome = await postgresAway({ entry, env, postgres, words, calls, awayMs: away * 1000 });
  return conclude(values.out, postgresAwayVerdicts(outcome), { outcome });
}

const mostLogLines = 5;

export function postgresAwayVerdicts(outcome: PostgresAwayOutcome): Verdict[] {
  const { calls, awayMs, spokenAway, answeredAway, gaps, cutOff, whole, troubles, recordings, backMs } = outcome;
  const { logLines, restoredLines, stacks, gapsBefore } = outcome;
  const name = (what: string): string => `PostgreSQL away for ${awayMs / 1000} s in ${calls} calls: ${what}`;
  return [
    {
      test: name('the calls meanwhile'),
      figure: `${answeredAway} of ${spokenAway} turns answered, ${cutOff} cut off, ${gaps} gaps (${gapsBefore} in as long a time before)`,
      limit: 'all but those in progress, 0, none but as many as before',
      outcome: judged(answeredAway > 0 && answeredAway >= spokenAway - calls && cutOff === 0 && gaps <= gapsBefore),
    },
    {
      test: name('stored afterwards'),
      figure: `${whole} of ${calls} calls whole, ${recordings} recordings${troubles.map((trouble) => `; ${trouble}`).join('')}`,
      limit: 'all',
      outcome: judged(whole === calls && recordings === calls),
    },
    {
      test: name('the API'),
      figure: `answers ${backMs} ms after the database is back`,
      limit: '5,000 ms',
      outcome: judged(backMs <= 5_000),
    },
    {
      test: name('the log'),
      figure: `${logLines.length} lines from warn up (${[...new Set(logLines)].join('; ')}), ${restoredLines} of the recovery, ${stacks} stacks`,
      limit: `at most ${mostLogLines}, 1, 0`,
      outcome: judged(logLines.length <= mostLogLines && restoredLines === 1 && stacks === 0),
    },
  ];
}
