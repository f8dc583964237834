import { parseArgs } from 'node:util';
import {
  askForStream,
  type CallRun,
  type Clip,
  holdConversation,
  openSpeech,
  placeCall,
  placePhoneCall,
} from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { createServerClient, type ServerClient } from '../../src/cli/server-client.ts';
import { heardErrors } from '../spoken-error.ts';
import { syntheticPrompts } from '../synthetic-prompts.ts';
import { quantile, round } from '../table.ts';
import { addSipPhone } from './sip-calls.ts';
import { type StartedSipServer, startSipServer } from './sip-server.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `sip-latency: the same lines in turn over telephony_a and over SIP with PCMU and G.722, one call at a time.
  --calls N   calls over each (default 3)
  --out FILE  (default bench/results/sip-latency.json)
`;

const options = {
  calls: { type: 'string', default: '3' },
  out: { type: 'string', default: 'bench/results/sip-latency.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const calls = Number(values.calls);
  if (values.help || !(calls > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const run = await compareWays(env, calls);
  return conclude(values.out, verdictsOf(run), { run });
}

const ways = ['telephony_a', 'PCMU', 'G722'] as const;
type Way = (typeof ways)[number];

/** What the callers of one way heard, and what was recognised of them. */
interface Measured {
  readonly latencyMs: number[];
  /** Answer latency as the server stored it. */
  readonly serverMs: number[];
  readonly turns: { readonly said: string; readonly heard: string }[];
}

type SipLatencyRun = Readonly<Record<Way, Measured>>;

async function compareWays(env: NodeJS.ProcessEnv, calls: number): Promise<SipLatencyRun> {
  const clips = await speakAll(env);
  const started = await startSipServer({
    entry: new URL('../../src/main.js', import.meta.url),
    env: { ADMISSION: 'off', ...env },
  });
  const run: SipLatencyRun = { telephony_a: empty(), PCMU: empty(), G722: empty() };
  try {
    const phone = await addSipPhone(started.server);
    const client = createServerClient(started.server);
    for (let call = 0; call < calls; call++)
      for (const way of ways) {
        process.stderr.write(`call ${call + 1} of ${calls} over ${way}\n`);
        await measureCall({ way, clips, started, phone, client, into: run[way] });
      }
    return run;
  } finally {
    await started.close();
  }
}

const empty = (): Measured => ({ latencyMs: [], serverMs: [], turns: [] });

/** Speaks the lines at 16 kHz; a line of 8 kHz carries half of their band. */
async function speakAll(env: NodeJS.ProcessEnv): Promise<ReadonlyMap<string, Clip>> {
  const speech = await openSpeech({ modelsDir: defaultModelsDir(env) });
  const clips = new Map<string, Clip>();
  for (const text of syntheticPrompts) clips.set(text, await speech.speak(text, { speaker: 'daniel' }, 16_000));
  await speech.close();
  return clips;
}

interface MeasuredCall {
  readonly way: Way;
  readonly clips: ReadonlyMap<string, Clip>;
  readonly started: StartedSipServer;
  readonly phone: { readonly sip_username: string; readonly sip_password: string };
  readonly client: ServerClient;
  readonly into: Measured;
}

const quietMs = 800;
const patienceMs = 15_000;

async function measureCall({ way, clips, started, phone, client, into }: MeasuredCall): Promise<void> {
  const from = way === 'telephony_a' ? `+1202555${String(Date.now() % 10_000).padStart(4, '0')}` : '201';
  const sinceMs = Date.now();
  const run = await open({ way, started, phone, from });
  if (!(await run.opened)) throw new Error(`the call over ${way} was not answered: ${(await run.ended).reason}`);
  const script = [...clips].map(([label, say]) => ({ say, when: 'agent_done' as const, label }));
  const report = await holdConversation(run, script, { agentQuietMs: quietMs, patienceMs });
  into.latencyMs.push(...report.turns.flatMap(({ latencyMs }) => latencyMs ?? []));
  const uuid = await client.findCall(from, sinceMs);
  const stored = uuid === undefined ? undefined : await client.call(uuid);
  into.serverMs.push(...(stored?.latency.turns ?? []).map(({ total_ms: ms }) => ms));
  const heard = (stored?.transcript ?? []).filter(({ speaker }) => speaker === 'customer').map(({ text }) => text);
  into.turns.push({ said: report.turns.map(({ label }) => label).join(' '), heard: heard.join(' ') });
}

interface Opened extends Pick<MeasuredCall, 'way' | 'started' | 'phone'> {
  readonly from: string;
}

async function open({ way, started, phone, from }: Opened): Promise<CallRun> {
  const { server, sipPort } = started;
  if (way !== 'telephony_a')
    return placePhoneCall({
      domain: `127.0.0.1:${sipPort}`,
      peer: { transport: 'udp', address: '127.0.0.1', port: sipPort },
      username: phone.sip_username,
      password: phone.sip_password,
      to: '100',
      codec: way,
    });
  const [callId, to] = [crypto.randomUUID(), '+12025550143'];
  const answer = await askForStream({ dialect: 'telephony_a', baseUrl: server.baseUrl, callId, from, to });
  if (answer.kind !== 'stream') throw new Error(`the answer is no stream: ${JSON.stringify(answer)}`);
  return placeCall({ dialect: 'telephony_a', url: answer.url, identity: { callId, from, to } });
}

const maxMoreMs = 20;

function verdictsOf(run: SipLatencyRun): Verdict[] {
  const median = (values: readonly number[]): number => round(quantile(values, 0.5)) ?? Number.NaN;
  const serverMs = (way: Way): number => median(run[way].serverMs);
  const errorPercent = (way: Way): number => {
    const counts = run[way].turns.map(({ said, heard }) => heardErrors(said, heard));
    const words = counts.reduce((sum, count) => sum + count.words, 0);
    return Math.round((1000 * counts.reduce((sum, { errors }) => sum + errors, 0)) / Math.max(1, words)) / 10;
  };
  return [
    {
      test: 'answer latency over SIP against telephony_a, as the server stored it',
      figure: ways.map((way) => `${way} p50 ${serverMs(way)} ms of ${run[way].serverMs.length}`).join(', '),
      limit: `${maxMoreMs} ms more`,
      outcome: judged(serverMs('PCMU') - serverMs('telephony_a') <= maxMoreMs),
    },
    {
      test: 'answer latency as the callers heard it; a phone has a buffer of 60 ms',
      figure: ways.map((way) => `${way} p50 ${median(run[way].latencyMs)} ms`).join(', '),
      limit: '-',
      outcome: 'pass',
    },
    {
      test: 'word error over G.722 against PCMU, synthesised lines',
      figure: ways.map((way) => `${way} ${errorPercent(way)} %`).join(', '),
      limit: 'no more than PCMU',
      outcome: judged(errorPercent('G722') <= errorPercent('PCMU')),
    },
  ];
}
