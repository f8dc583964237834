import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { defaultModelsDir } from '../../models/locate.ts';
import { whyNoHosts } from './hosts/network.ts';
import { type FaultOutcome, faultKinds, type HostsOutcome, runHosts } from './hosts/run.ts';
import { sayHello } from './soak.ts';
import { webhookVerdict } from './stored-afterwards.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `hosts: a control server and three media servers, each on a host of its own (a network namespace), under faults of the network. Needs Linux, root, ip, nats-server and psql.
  --postgres URL  a server on which a database may be made; without one the trial is skipped
  --away N        seconds of each cut (default 30)
  --at-once N     callers who talk during each fault (default 6)
  --from FOLDER   a built checkout of an earlier version, from which the servers are upgraded first
  --faults LIST   of ${faultKinds.join(', ')} (default all)
  --out FILE      (default bench/results/hosts.json)
One media server's clock is five minutes slow where libfaketime is found.
`;

const options = {
  postgres: { type: 'string' },
  away: { type: 'string', default: '30' },
  'at-once': { type: 'string', default: '6' },
  from: { type: 'string' },
  faults: { type: 'string', default: faultKinds.join() },
  out: { type: 'string', default: 'bench/results/hosts.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [away = 0, atOnce = 0] = [values.away, values['at-once']].map(Number);
  const named = values.faults.split(',');
  const faults = faultKinds.filter((kind) => named.includes(kind));
  if (values.help || !(away > 0 && atOnce > 0) || faults.length !== named.length) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const why = values.postgres === undefined ? 'no --postgres' : await whyNoHosts();
  if (values.postgres === undefined || why !== undefined)
    return conclude(values.out, [{ test: 'hosts', figure: why ?? '', limit: '-', outcome: 'skip' }]);
  const outcome = await runHosts({
    entry: new URL('./scripted-server.js', import.meta.url),
    earlier:
      values.from === undefined
        ? undefined
        : pathToFileURL(join(resolve(values.from), 'dist/bench/trials/scripted-server.js')),
    env,
    postgres: values.postgres,
    words: await sayHello(defaultModelsDir(env)),
    awayMs: away * 1000,
    atOnce,
    faults,
    tell: (text) => void process.stderr.write(`${text}\n`),
  });
  return conclude(values.out, hostsVerdicts(outcome), { outcome });
}

const mostClosedMs = 15_000;
const mostSkewMs = 3_000;

export const hostsVerdicts = ({ faults, skew, webhooks, refusal }: HostsOutcome): Verdict[] => [
  ...faults.map(faultVerdict),
  ...(refusal === undefined ? [] : [refusalVerdict(refusal)]),
  {
    test: 'five hosts: the clock of a media server is wrong',
    figure:
      typeof skew === 'string'
        ? skew
        : `${skew.seconds} s; ${skew.calls} calls of it start at most ${skew.mostMs} ms from the caller's time`,
    limit: `${mostSkewMs} ms`,
    outcome: typeof skew === 'string' ? 'skip' : judged(skew.calls > 0 && skew.mostMs <= mostSkewMs),
  },
  webhookVerdict(webhooks, 'five hosts: webhooks'),
];

function refusalVerdict(refusal: string): Verdict {
  const reason = /(?:The last migration|Migration) [^\n]*/.exec(refusal)?.[0];
  return {
    test: 'five hosts: a server of the earlier version starts on the database of this one',
    figure: reason ?? refusal.slice(-300),
    limit: 'refused with the migration that it does not know',
    outcome: judged(reason !== undefined),
  };
}

function faultVerdict(outcome: FaultOutcome): Verdict {
  const { fault, calls, others, isFatal, closedMs, disturbed, asked, turnedAway } = outcome;
  const figures = [
    `${calls} calls at it, ${others} elsewhere`,
    ...(isFatal ? [`the last closed after ${closedMs ?? '-'} ms`] : []),
    ...(asked > 0 ? [`${asked} new callers, ${turnedAway} turned away`] : []),
    `${disturbed.length} disturbed ${disturbed.slice(0, 3).join('; ')}`,
  ];
  const isTried = calls > 0 || (calls + others > 0 && asked > 0);
  const isClosed = !isFatal || (closedMs !== undefined && closedMs <= mostClosedMs);
  return {
    test: `five hosts: ${fault}`,
    figure: figures.join(', ').trim(),
    limit: isFatal
      ? `closed within ${mostClosedMs} ms, with every answered turn; others go on`
      : 'all go on; 0 turned away',
    outcome: judged(isTried && isClosed && disturbed.length === 0 && turnedAway === 0),
  };
}
