import { parseArgs } from 'node:util';
import { type CommandTimes, measureCommands, type RollingOutcome, rollingRestart } from './cluster-commands.ts';
import { type ClusterEvent, type ClusterLoadOutcome, runClusterLoad } from './cluster-load.ts';
import { storedVerdicts } from './stored-afterwards.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `cluster: a control node and two media nodes on one machine, with kills of each part. Needs nats-server and psql.
  --postgres URL  a server on which a database may be made; without one the trial is skipped
  --parts LIST    of load, commands and rolling (default all)
  --calls N       of the load, incoming ones (default 800)
  --dialled N     contacts of a campaign meanwhile (default 200)
  --at-once N     incoming calls (default 8)
  --kills N       of a media node, of the control node and of NATS each (default 2)
  --away N        seconds without PostgreSQL (default 20; 0 for none)
  --commands N    over NATS, and without it (default 40)
  --out FILE      (default bench/results/cluster.json)
Recordings are kept in SeaweedFS where \`weed\` is found, else as the S3_ variables say; without a store they are not judged.
`;

const options = {
  postgres: { type: 'string' },
  parts: { type: 'string', default: 'load,commands,rolling' },
  calls: { type: 'string', default: '800' },
  dialled: { type: 'string', default: '200' },
  'at-once': { type: 'string', default: '8' },
  kills: { type: 'string', default: '2' },
  away: { type: 'string', default: '20' },
  commands: { type: 'string', default: '40' },
  out: { type: 'string', default: 'bench/results/cluster.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const { postgres } = values;
  const asked = [values.calls, values.dialled, values['at-once'], values.kills, values.away, values.commands];
  const [calls = 0, dialled = 0, atOnce = 0, kills = 0, away = 0, commands = 0] = asked.map(Number);
  if (values.help || !(calls > 0 && atOnce > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  if (postgres === undefined) {
    const skipped = { test: 'cluster', figure: 'no --postgres', limit: '-', outcome: 'skip' } as const;
    return conclude(values.out, [skipped]);
  }
  const parts = values.parts.split(',');
  const each: readonly ClusterEvent[] = ['media', 'control', 'nats'];
  const events = [...Array.from({ length: kills }, () => each).flat(), ...(away > 0 ? (['postgres'] as const) : [])];
  const entry = new URL('./scripted-server.js', import.meta.url);
  const common = { entry, env, postgres };
  const outcome = {
    ...(parts.includes('load') && {
      load: await runClusterLoad({
        ...common,
        calls,
        dialled,
        atOnce,
        events,
        holdMs: 4_500,
        postgresAwayMs: away * 1000,
        tell: (text) => void process.stderr.write(`${text}\n`),
      }),
    }),
    ...(parts.includes('commands') && { commands: await measureCommands(common, commands) }),
    ...(parts.includes('rolling') && { rolling: await rollingRestart(common, 12) }),
  };
  return conclude(values.out, clusterVerdicts(outcome), { outcome });
}

export interface ClusterOutcome {
  readonly load?: ClusterLoadOutcome;
  readonly commands?: CommandTimes;
  readonly rolling?: RollingOutcome;
}

export const clusterVerdicts = ({ load, commands, rolling }: ClusterOutcome): Verdict[] => [
  ...(load === undefined ? [] : loadVerdicts(load)),
  ...(commands === undefined ? [] : commandVerdicts(commands)),
  ...(rolling === undefined ? [] : [rollingVerdict(rolling)]),
];

function loadVerdicts(outcome: ClusterLoadOutcome): Verdict[] {
  const { calls, held, turnedAway, killed, disturbed, dialled, shares } = outcome;
  const name = (what: string): string => `three nodes, ${calls} calls and ${dialled.contacts} dialled ones: ${what}`;
  return [
    {
      test: name('calls of killed nodes end'),
      figure: `${killed.closed} of ${killed.calls}, the last after ${Math.round(killed.mostMs)} ms`,
      limit: 'all, 15,000 ms',
      outcome: judged(killed.closed === killed.calls && killed.mostMs <= 15_000),
    },
    {
      test: name('all others go on'),
      figure: `${held} held, ${turnedAway} tries turned away, ${shares.join(' and ')} by node; ${disturbed.length} disturbed ${disturbed.slice(0, 3).join('; ')}`,
      limit: 'all held, 0 disturbed',
      outcome: judged(held === calls && disturbed.length === 0),
    },
    {
      test: name('dialled twice'),
      figure: `${dialled.twice}; ${dialled.rang} phones rang, ${dialled.held} heard the agent, ${dialled.open} without a result`,
      limit: '0',
      outcome: judged(dialled.twice === 0),
    },
    ...storedVerdicts(outcome, name),
  ];
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

const commandVerdicts = (times: CommandTimes): Verdict[] =>
  ([['nats', 'over NATS', 50] as const, ['postgres', 'without NATS', 1500] as const] as const).map(
    ([way, said, limitMs]) => {
      const p95 = quantile(times[way], 0.95);
      return {
        test: `three nodes: an end reaches another node ${said}, p95`,
        figure: `${p95} ms (median ${quantile(times[way], 0.5)} ms, ${times[way].length} commands)`,
        limit: `${limitMs} ms`,
        outcome: judged(p95 <= limitMs),
      };
    },
  );

const rollingVerdict = ({ calls, dropped, stopped, left }: RollingOutcome): Verdict => ({
  test: `three nodes: a rolling restart of all of them under ${calls} calls`,
  figure: `${dropped} dropped; ${left} of ${stopped} old media nodes left after their last call`,
  limit: '0; all',
  outcome: judged(dropped === 0 && left === stopped),
});
