import { parseArgs } from 'node:util';
import { compiledTwin } from '../../media/kit/thread.ts';
import { type ClusterEvent, type ClusterOutcome, runCluster } from './cluster-run.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `cluster: a control node and two media nodes on one machine, with kills of each part. Needs nats-server and psql.
  --postgres URL  a server on which a database may be made; without one the trial is skipped
  --calls N       (default 1000)
  --at-once N     (default 8)
  --kills N       of a media node, of the control node and of NATS each (default 2)
  --away N        seconds without PostgreSQL (default 20; 0 for none)
  --out FILE      (default bench/results/cluster.json)
An object store is used as the S3_ variables say; without one, each node keeps its recordings.
`;

const options = {
  postgres: { type: 'string' },
  calls: { type: 'string', default: '1000' },
  'at-once': { type: 'string', default: '8' },
  kills: { type: 'string', default: '2' },
  away: { type: 'string', default: '20' },
  out: { type: 'string', default: 'bench/results/cluster.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const { calls: asked, 'at-once': lines, kills: wanted, postgres } = values;
  const [calls = 0, atOnce = 0, kills = 0, away = 0] = [asked, lines, wanted, values.away].map(Number);
  if (values.help || !(calls > 0 && atOnce > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  if (postgres === undefined) {
    const skipped = { test: 'cluster', figure: 'no --postgres', limit: '-', outcome: 'skip' } as const;
    return conclude(values.out, [skipped]);
  }
  const each: readonly ClusterEvent[] = ['media', 'control', 'nats'];
  const events = [...Array.from({ length: kills }, () => each).flat(), ...(away > 0 ? (['postgres'] as const) : [])];
  const entry = compiledTwin(new URL('./scripted-server.ts', import.meta.url), import.meta.url);
  const outcome = await runCluster({
    ...{ entry, env, postgres, calls, atOnce, events, holdMs: 4_500, postgresAwayMs: away * 1000 },
    ...{ commands: 40, rolling: 12, tell: (text: string) => void process.stderr.write(`${text}\n`) },
  });
  return conclude(values.out, clusterVerdicts(outcome, env.S3_BUCKET !== undefined), { outcome });
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

export function clusterVerdicts(outcome: ClusterOutcome, isShared: boolean): Verdict[] {
  const { calls, held, turnedAway, killed, disturbed, webhooks, recordings, shares, endMs, rolling } = outcome;
  const name = (what: string): string => `three nodes, ${calls} calls: ${what}`;
  const limits = { nats: 50, postgres: 1500 } as const;
  const ends = (['nats', 'postgres'] as const).map((way): Verdict => {
    const p95 = quantile(endMs[way], 0.95);
    return {
      test: name(`an end reaches another node ${way === 'nats' ? 'over NATS' : 'without NATS'}, p95`),
      figure: `${p95} ms (median ${quantile(endMs[way], 0.5)} ms, ${endMs[way].length} commands)`,
      limit: `${limits[way]} ms`,
      outcome: judged(p95 <= limits[way]),
    };
  });
  return [
    {
      test: name('calls of killed nodes end'),
      figure: `${killed.closed} of ${killed.calls}, the last after ${Math.round(killed.mostMs)} ms`,
      limit: 'all, 15,000 ms',
      outcome: judged(killed.closed === killed.calls && killed.mostMs <= 15_000),
    },
    {
      test: name('all others go on'),
      figure: `${held} held by ${shares.join(' and ')}, ${turnedAway} turned away, ${disturbed.length} disturbed ${disturbed.slice(0, 3).join('; ')}`,
      limit: '0 disturbed',
      outcome: judged(disturbed.length === 0),
    },
    {
      test: name('webhooks of ends'),
      figure: `${webhooks.doubled} doubled, ${webhooks.missing} missing of ${webhooks.received} received`,
      limit: '0, 0',
      outcome: judged(webhooks.doubled + webhooks.missing === 0),
    },
    {
      test: name('recordings'),
      figure: isShared ? `${recordings.whole} whole, ${recordings.missing} missing` : 'no object store',
      limit: '0 missing',
      outcome: isShared ? judged(recordings.missing === 0) : 'skip',
    },
    ...ends,
    {
      test: name(`a rolling restart of both media nodes under ${rolling.calls} calls`),
      figure: `${rolling.dropped} dropped`,
      limit: '0',
      outcome: judged(rolling.dropped === 0),
    },
  ];
}
