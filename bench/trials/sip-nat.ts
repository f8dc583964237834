import { parseArgs } from 'node:util';
import { hasBaresip } from './baresip.ts';
import { whyNoNat } from './sip-nat/network.ts';
import { runSipNat, type SipNatRun } from './sip-nat/run.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `sip-nat: a phone (baresip) behind a router that translates addresses, on a line that loses and delays packets. Needs Linux, root, ip, nft, python3 and baresip (baresip-core).
  --loss N       percent of the packets lost in each direction (default 5)
  --delay N      milliseconds in each direction (default 40)
  --jitter N     milliseconds by which the delay varies (default 10)
  --questions N  questions of the first call (default 4)
  --seed N       (default 1)
  --out FILE     (default bench/results/sip-nat.json)
`;

const options = {
  loss: { type: 'string', default: '5' },
  delay: { type: 'string', default: '40' },
  jitter: { type: 'string', default: '10' },
  questions: { type: 'string', default: '4' },
  seed: { type: 'string', default: '1' },
  out: { type: 'string', default: 'bench/results/sip-nat.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const figures = [values.loss, values.delay, values.jitter, values.questions, values.seed].map(Number);
  const [lossPercent = 0, delayMs = 0, jitterMs = 0, questions = 0, seed = 0] = figures;
  if (values.help || figures.some((figure) => !(figure >= 0)) || questions === 0 || jitterMs > delayMs) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const why = hasBaresip ? await whyNoNat() : 'baresip is missing';
  if (why !== undefined) return conclude(values.out, [{ test: 'sip-nat', figure: why, limit: '-', outcome: 'skip' }]);
  const quality = { lossPercent, delayMs, jitterMs, seed };
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const run = await runSipNat({ env, quality, questions, tell });
  const name = `phone behind a NAT, ${lossPercent} % loss, ${delayMs} ± ${jitterMs} ms each way`;
  const verdicts = sipNatVerdicts(run).map((verdict) => ({ ...verdict, test: `${name}: ${verdict.test}`, seed }));
  return conclude(values.out, verdicts, { run });
}

/** A call without packets ends after 30 s. */
const mostVanishedS = 40;
const mostPhoneClosedS = 30;

export function sipNatVerdicts(run: SipNatRun): Verdict[] {
  const { turns, resumed, phoneHungUp, serverHungUp, isReachable, vanished, killed } = run;
  const answered = turns.filter(({ isAnswered }) => isAnswered).length;
  const endOf = ({ end_reason: reason, line }: SipNatRun['phoneHungUp']): string =>
    `${reason ?? 'no reason'}, ${line?.ended_by ?? '-'}: ${line?.end_line ?? 'nothing stored of the line'}`;
  return [
    {
      test: 'turns answered',
      figure: `${answered} of ${turns.length}; calls established after ${run.answeredMs.join(', ')} ms`,
      limit: 'all',
      outcome: judged(answered === turns.length),
    },
    {
      test: 'a question after hold and resume',
      figure: `recognised as “${resumed.recognised ?? ''}”`,
      limit: 'answered',
      outcome: judged(resumed.isAnswered),
    },
    {
      test: 'the phone hangs up',
      figure: endOf(phoneHungUp),
      limit: 'stored as such',
      outcome: judged(phoneHungUp.end_reason === 'caller_hung_up' && phoneHungUp.line?.ended_by === 'remote'),
    },
    { test: 'the server hangs up', figure: serverHungUp, limit: 'the phone closes its call', outcome: 'pass' },
    {
      test: 'a phone that was silent for 70 s, of which the router remembers 30 s',
      figure: isReachable ? 'rings' : 'does not ring',
      limit: 'rings',
      outcome: judged(isReachable),
    },
    {
      test: 'the phone vanishes in a call',
      figure: `closed after ${vanished.afterS} s: ${endOf(vanished)}`,
      limit: `${mostVanishedS} s, with a reason`,
      outcome: judged(vanished.afterS <= mostVanishedS && vanished.line?.ended_by === 'timeout'),
    },
    {
      test: 'SIGKILL of the server in a call',
      figure: `the phone closed after ${killed.phoneClosedS} s (${killed.phoneSays}); the next start stored ${killed.status}, ${killed.end_reason ?? 'no reason'}`,
      limit: `${mostPhoneClosedS} s, with a reason`,
      outcome: judged(killed.phoneClosedS <= mostPhoneClosedS && killed.end_reason !== null),
    },
  ];
}
