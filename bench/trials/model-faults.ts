import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apartFrom } from '../../media/emulator/gaps.ts';
import { askForStream, type CallRun, type Clip, openSpeech, placeCall } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { type ServerChild, startServerChild } from '../../src/cli/server-child.ts';
import { round } from '../table.ts';
import { faults, type ModelFault, orderFile, reportFile } from './faulty-engine.ts';
import { ordersVariable } from './faulty-server.ts';
import { line } from './short-call.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `model-faults: whole calls with the models, one of which dies or hangs in the middle of a turn.
  --others N  calls in which the agent is speaking meanwhile (default 3)
  --rounds N  of each engine and fault (default 2)
  --out FILE  (default bench/results/model-faults.json)
`;

const options = {
  others: { type: 'string', default: '3' },
  rounds: { type: 'string', default: '2' },
  out: { type: 'string', default: 'bench/results/model-faults.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [others, rounds] = [Number(values.others), Number(values.rounds)];
  if (values.help || !(others >= 0) || !(rounds > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const outcomes = await failModels({ env, others, rounds, tell: (text) => void process.stderr.write(`${text}\n`) });
  return conclude(values.out, verdictsOf(outcomes), { outcomes });
}

const engines = ['recognise', 'speak', 'turn'] as const;
type EngineName = (typeof engines)[number];

interface FaultOutcome {
  readonly engine: EngineName;
  readonly fault: ModelFault;
  /**
   * Time from the fault, or from the caller's last word if later, to the next sound that the caller hears; null for
   * none.
   */
  readonly answeredMs: number | null;
  /** Time from the fault until the engine had its models again; null if it did not. */
  readonly backMs: number | null;
  /** Whether the caller's next turn after the fault was answered. */
  readonly goesOn: boolean;
  /** Other calls: those that ended, silences inside their phrases, and those whose next turn was not answered. */
  readonly othersEnded: number;
  readonly othersGaps: number;
  readonly othersUnanswered: number;
}

interface FaultOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly others: number;
  readonly rounds: number;
  readonly tell?: (text: string) => void;
}

const patienceMs = 20_000;
/** By then the other callers have asked, and the agent is answering. */
const headStartMs = 3_000;

async function failModels({ env, others, rounds, tell = () => {} }: FaultOptions): Promise<FaultOutcome[]> {
  const question = await askWhere(env);
  const folder = await mkdtemp(join(tmpdir(), 'parley-faults-'));
  const entry = new URL('./faulty-server.js', import.meta.url);
  const started = await startServerChild({
    entry,
    env: { LOG_LEVEL: 'warn', ADMISSION: 'off', ...env, [ordersVariable]: folder },
    dataDir: join(folder, 'data'),
    readyTimeoutMs: 120_000,
  });
  if (!started.ok) throw new Error(started.detail);
  try {
    const outcomes: FaultOutcome[] = [];
    for (let round = 0; round < rounds; round++)
      for (const engine of engines)
        for (const fault of faults) {
          const outcome = await failOne({ server: started.server, folder, question, engine, fault, others });
          tell(JSON.stringify(outcome));
          outcomes.push(outcome);
        }
    return outcomes;
  } finally {
    await started.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function askWhere(env: NodeJS.ProcessEnv): Promise<Clip> {
  const speech = await openSpeech({ modelsDir: defaultModelsDir(env) });
  try {
    return await speech.speak('Where are you located?', { speaker: 'daniel' }, 8000);
  } finally {
    await speech.close();
  }
}

interface OneFault {
  readonly server: ServerChild;
  readonly folder: string;
  readonly question: Clip;
  readonly engine: EngineName;
  readonly fault: ModelFault;
  readonly others: number;
}

async function failOne({ server, folder, question, engine, fault, others }: OneFault): Promise<FaultOutcome> {
  await rm(reportFile(folder), { force: true });
  const all = await Promise.all(Array.from({ length: others + 1 }, (_, index) => callIn(server, index)));
  const [victim, ...rest] = all as [CallRun, ...CallRun[]];
  await Promise.all(all.map(greeted));
  for (const run of rest) run.say(question);
  await pause(headStartMs);
  const saidAtMs = victim.nowMs();
  await writeFile(orderFile(folder, engine, fault), '');
  victim.say(question);
  const spokenMs = saidAtMs + (question.samples.length * 1000) / question.rateHz;
  const faultMs = await reported(folder, `${engine} ${fault}`, patienceMs);
  const onVictimsClockMs = faultMs === undefined ? spokenMs : victim.nowMs() - (Date.now() - faultMs);
  const fromMs = Math.max(spokenMs, onVictimsClockMs);
  await victim.until(() => audibleFrom(victim, fromMs) !== undefined, patienceMs);
  const audibleMs = audibleFrom(victim, fromMs);
  const readyMs = await reported(folder, `${engine} ready`, patienceMs);
  const answered = await Promise.all(all.map((run) => answersAgain(run, question)));
  const gaps = rest.flatMap((run) => {
    const { playout, stalls } = run.record();
    return apartFrom(playout.underruns, stalls);
  });
  const outcome: FaultOutcome = {
    engine,
    fault,
    answeredMs: audibleMs === undefined ? null : Math.round(audibleMs - fromMs),
    backMs: readyMs === undefined || faultMs === undefined ? null : readyMs - faultMs,
    goesOn: answered[0] === true,
    othersEnded: rest.filter((run) => run.over).length,
    othersGaps: gaps.length,
    othersUnanswered: answered.slice(1).filter((isAnswered) => !isAnswered).length,
  };
  await Promise.all(all.map((run) => run.hangUp()));
  return outcome;
}

async function callIn({ baseUrl }: ServerChild, index: number): Promise<CallRun> {
  const identity = { callId: crypto.randomUUID(), from: `+1202556${String(1000 + index)}`, to: line };
  const answer = await askForStream({ dialect: 'telephony_a', baseUrl, ...identity });
  if (answer.kind !== 'stream') throw new Error(`not answered: ${JSON.stringify(answer)}`);
  const run = placeCall({ dialect: 'telephony_a', url: answer.url, identity });
  if (!(await run.opened)) throw new Error('a stream was not opened');
  return run;
}

async function greeted(run: CallRun): Promise<void> {
  await run.until(() => run.agentAudible.length > 0, patienceMs);
  await run.until(() => !run.agentBusy, patienceMs);
}

/** Takes one more turn after everything has been said. */
async function answersAgain(run: CallRun, question: Clip): Promise<boolean> {
  await run.until(() => !run.agentBusy && !run.callerSpeaking, patienceMs);
  const before = run.agentAudible.length;
  run.say(question);
  return run.until(() => run.agentAudible.length > before && !run.agentBusy, patienceMs);
}

/** Returns when the agent is first heard at or after this time. */
function audibleFrom(run: CallRun, fromMs: number): number | undefined {
  const fromSample = (fromMs * run.format.rateHz) / 1000;
  const span = run.agentAudible.find(({ endSample }) => endSample >= fromSample);
  return span === undefined ? undefined : (Math.max(fromSample, span.startSample) * 1000) / run.format.rateHz;
}

/** Returns when the engine reported this; undefined if it did not in time. */
async function reported(folder: string, what: string, withinMs: number): Promise<number | undefined> {
  const giveUpAt = performance.now() + withinMs;
  while (performance.now() < giveUpAt) {
    const lines = (await readFile(reportFile(folder), 'utf8').catch(() => '')).split('\n');
    const found = lines.find((report) => report.endsWith(` ${what}`));
    if (found !== undefined) return Number(found.split(' ')[0]);
    await pause(20);
  }
  return undefined;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const answeredWithinMs = 3000;
const backWithinMs = 5000;

function verdictsOf(outcomes: readonly FaultOutcome[]): Verdict[] {
  return engines.flatMap((engine) =>
    faults.map((fault): Verdict => {
      const of = outcomes.filter((outcome) => outcome.engine === engine && outcome.fault === fault);
      const worst = (pick: (outcome: FaultOutcome) => number | null): number =>
        Math.max(...of.map((outcome) => pick(outcome) ?? Number.POSITIVE_INFINITY));
      const sum = (pick: (outcome: FaultOutcome) => number): number => of.reduce((all, one) => all + pick(one), 0);
      const [answered, back] = [worst(({ answeredMs }) => answeredMs), worst(({ backMs }) => backMs)];
      const lost = of.filter(({ goesOn }) => !goesOn).length;
      const touched = [sum((one) => one.othersEnded), sum((one) => one.othersGaps), sum((one) => one.othersUnanswered)];
      return {
        test: `R-17 ${engine} ${fault}, ${of.length} times: caller hears something, engine back, calls that do not go on; other calls ended, gaps, unanswered`,
        figure: `${round(answered)} ms, ${round(back)} ms, ${lost}; ${touched.join(', ')}`,
        limit: `${answeredWithinMs} ms, ${backWithinMs} ms, 0; 0, 0, 0`,
        outcome: judged(
          answered <= answeredWithinMs && back <= backWithinMs && lost === 0 && touched.every((count) => count === 0),
        ),
      };
    }),
  );
}
