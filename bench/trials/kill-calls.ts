import { parseArgs } from 'node:util';
import { defaultModelsDir } from '../../models/locate.ts';
import { type KillCallsOutcome, killCalls } from './kill-calls-run.ts';
import { sayHello } from './soak.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `kill-calls: a server, a process with its models, that is killed again and again with calls in progress.
  --kills N      (default 25)
  --least N      calls in progress at a kill, at least (default 2)
  --most N       and at most (default 8)
  --engines E    real or scripted (default real)
  --seed N       (default 1)
  --out FILE     (default bench/results/kill-calls.json)
`;

const options = {
  kills: { type: 'string', default: '25' },
  least: { type: 'string', default: '2' },
  most: { type: 'string', default: '8' },
  engines: { type: 'string', default: 'real' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/kill-calls.json' },
  help: { type: 'boolean', default: false },
} as const;

const entries = { real: '../../src/main.js', scripted: './scripted-server.js' } as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [kills = 0, least = 0, most = 0, seed = 1] = [values.kills, values.least, values.most, values.seed].map(Number);
  const path = Object.entries(entries).find(([name]) => name === values.engines)?.[1];
  if (values.help || path === undefined || !(kills > 0 && least > 0 && most >= least)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const words = await sayHello(defaultModelsDir(env));
  const entry = new URL(path, import.meta.url);
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const outcome = await killCalls({ entry, env, words, kills, least, most, seed, tell });
  return conclude(values.out, killCallsVerdicts(outcome, seed), { outcome });
}

/** A delay of 1.5 s, one second between writes, and as much again on a busy machine. */
const maxLostMs = 4_000;

export function killCallsVerdicts(outcome: KillCallsOutcome, seed: number): Verdict[] {
  const { kills, streamed, interrupted, stuck, otherwise, recordings, webhooks, jobs, turnedAway, readyMs } = outcome;
  const name = (what: string): string => `SIGKILL of the server, ${kills} times with calls in progress: ${what}`;
  const reasons = Object.entries(turnedAway.reasons).map(([reason, count]) => `${reason} ${count}`);
  return [
    {
      test: name('calls closed by the next start'),
      figure: `${interrupted} of ${streamed}, ${stuck} stuck, ${otherwise} otherwise; ready after ${Math.max(...readyMs)} ms at most`,
      limit: 'all',
      outcome: judged(interrupted === streamed),
      seed,
    },
    {
      test: name('recordings'),
      figure: `${recordings.whole} play, ${recordings.broken} broken, ${recordings.missing} missing of calls over 6 s, at most ${recordings.mostLostMs} ms lost`,
      limit: `all, ${maxLostMs} ms`,
      outcome: judged(recordings.broken + recordings.missing === 0 && recordings.mostLostMs <= maxLostMs),
      seed,
    },
    {
      test: name('webhooks'),
      figure: `${webhooks.received} received, ${webhooks.doubled} doubled, ${webhooks.missing} calls without their end`,
      limit: `0 doubled, at most ${kills} missing: one that is on its way at a kill is not sent again`,
      outcome: judged(webhooks.doubled === 0 && webhooks.missing <= kills),
      seed,
    },
    {
      test: name('jobs'),
      figure: `${jobs.all} jobs, ${jobs.doubled} doubled, ${jobs.open} open, ${jobs.dead} dead`,
      limit: '0, 0, 0',
      outcome: judged(jobs.doubled + jobs.open + jobs.dead === 0),
      seed,
    },
    {
      test: name('callers turned away'),
      figure: `${turnedAway.count} of ${turnedAway.of}${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}`,
      limit: '0',
      outcome: judged(turnedAway.count === 0),
      seed,
    },
  ];
}
