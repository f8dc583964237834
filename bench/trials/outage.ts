import { parseArgs } from 'node:util';
import { defaultModelsDir } from '../../models/locate.ts';
import { type OutageOutcome, runOutage } from './outage-run.ts';
import { sayHello } from './soak.ts';
import { storedVerdicts } from './stored-afterwards.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `outage: PostgreSQL is silent under new calls of both dialects, and a media server is killed meanwhile. Needs nats-server and psql.
  --postgres URL  a server on which a database may be made; without one the trial is skipped
  --away N        seconds (default 60)
  --at-once N     callers who call again and again (default 4)
  --out FILE      (default bench/results/outage.json)
Recordings are kept in SeaweedFS where \`weed\` is found; without a store they are not judged.
`;

const options = {
  postgres: { type: 'string' },
  away: { type: 'string', default: '60' },
  'at-once': { type: 'string', default: '4' },
  out: { type: 'string', default: 'bench/results/outage.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [away = 0, atOnce = 0] = [values.away, values['at-once']].map(Number);
  if (values.help || !(away > 0 && atOnce > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const { postgres } = values;
  if (postgres === undefined) {
    const skipped = { test: 'outage', figure: 'no --postgres', limit: '-', outcome: 'skip' } as const;
    return conclude(values.out, [skipped]);
  }
  const outcome = await runOutage({
    entry: new URL('./scripted-server.js', import.meta.url),
    env,
    postgres,
    words: await sayHello(defaultModelsDir(env)),
    awayMs: away * 1000,
    atOnce,
    tell: (text) => void process.stderr.write(`${text}\n`),
  });
  return conclude(values.out, outageVerdicts(outcome), { outcome });
}

const mostWrittenMs = 60_000;

export function outageVerdicts(outcome: OutageOutcome): Verdict[] {
  const { awayMs, asked, turnedAway, turnedAwayBefore, calls, turns, killed, disturbed } = outcome;
  const { atOnce, writtenMs } = outcome;
  const name = (what: string): string => `three servers without PostgreSQL for ${awayMs / 1000} s: ${what}`;
  return [
    {
      test: name('new callers'),
      figure: `${asked} called, ${turnedAwayBefore} rejected before a media server was killed, ${turnedAway - turnedAwayBefore} after`,
      limit: `0; at most ${atOnce}, who were connecting at the kill`,
      outcome: judged(asked > 0 && turnedAwayBefore === 0 && turnedAway <= atOnce),
    },
    {
      test: name('their turns'),
      figure: `${turns.answered} of ${turns.spoken} answered, without the killed server`,
      limit: 'all',
      outcome: judged(turns.answered === turns.spoken && turns.spoken > 0),
    },
    {
      test: name('stored afterwards'),
      figure: `${calls} calls in ${writtenMs} ms; ${disturbed.length} cut off or incomplete ${disturbed.slice(0, 3).join('; ')}; ${killed.interrupted} of ${killed.calls} of the killed server interrupted`,
      limit: `0, ${mostWrittenMs} ms`,
      outcome: judged(disturbed.length === 0 && writtenMs <= mostWrittenMs),
    },
    ...storedVerdicts(outcome, name),
  ];
}
