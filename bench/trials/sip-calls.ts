import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { freePorts, type ServerChild } from '../../src/cli/server-child.ts';
import { quantile, round } from '../table.ts';
import { type ProcessState, readProcessState } from './process-state.ts';
import { askAsFirst, startSipServer } from './sip-server.ts';
import { trendOf } from './trend.ts';
import { conclude, judged, type Verdict } from './verdict.ts';

const usage = `sip-calls: calls of sipp's scenario "uac", one after the other; what the server keeps of them. Needs sipp (sip-tester).
  --calls N   (default 500)
  --batch N   calls between two measurements (default 25)
  --out FILE  (default bench/results/sip-calls.json)
`;

const options = {
  calls: { type: 'string', default: '500' },
  batch: { type: 'string', default: '25' },
  out: { type: 'string', default: 'bench/results/sip-calls.json' },
  help: { type: 'boolean', default: false },
} as const;

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options });
  const [calls = 0, batch = 0] = [values.calls, values.batch].map(Number);
  if (values.help || !(calls > 0 && batch > 0)) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  if (!(await hasSipp()))
    return conclude(values.out, [{ test: 'sip-calls', figure: 'sipp is missing', limit: '-', outcome: 'skip' }]);
  const run = await placeSipCalls({ env, calls, batch });
  return conclude(values.out, verdictsOf(run), { run });
}

const execute = promisify(execFile);

/** sipp exits with 99 after it has printed its version. */
export const hasSipp = (): Promise<boolean> =>
  execute('sipp', ['-v']).then(
    () => true,
    (error: { code?: unknown }) => error.code === 99,
  );

export interface SipCallsRun {
  readonly calls: number;
  readonly failed: number;
  /** States between batches, with the number of calls before. */
  readonly samples: readonly (ProcessState & { readonly calls: number })[];
  readonly leftOpen: number;
  /** Milliseconds of each call from its first INVITE, which is challenged, to the answer. */
  readonly setUpMs: readonly number[];
}

export interface SipCallsOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly calls: number;
  readonly batch: number;
}

const extension = '100';

export async function placeSipCalls({ env, calls, batch }: SipCallsOptions): Promise<SipCallsRun> {
  const { server, sipPort, dataDir, close } = await startSipServer({
    entry: new URL('./scripted-server.js', import.meta.url),
    env: { ADMISSION: 'off', ...env },
  });
  try {
    const phone = await addSipPhone(server);
    const scenario = join(dataDir, 'uac.xml');
    await writeFile(scenario, await authenticated(phone));
    const samples: (ProcessState & { calls: number })[] = [];
    let failed = 0;
    for (let done = 0; done < calls; ) {
      const count = Math.min(batch, calls - done);
      failed += await placeBatch({ scenario, sipPort, count, folder: dataDir });
      done += count;
      samples.push({ ...(await stateOf(server)), calls: done });
    }
    return { calls, failed, samples, leftOpen: await openCalls(server), setUpMs: await setUpTimes(dataDir) };
  } finally {
    await close();
  }
}

interface Phone {
  readonly sip_username: string;
  readonly sip_password: string;
}

/** Creates an organisation with a phone, and an agent that answers an extension. */
export async function addSipPhone(server: ServerChild): Promise<Phone> {
  const ask = await askAsFirst(server);
  const flow = { kind: 'inbound', status: 'active', name: 'Line', provider: 'platform', speaker: 'ava', extension };
  await ask('POST', '/api/voice/flows', flow);
  return ask<Phone>('POST', '/api/voice/phones', { name: 'sipp', extension: '201' });
}

/** Returns sipp's own scenario "uac", whose call is sent again with credentials once it was challenged. */
async function authenticated({ sip_username: username, sip_password: password }: Phone): Promise<string> {
  const { stdout } = await execute('sipp', ['-sd', 'uac']).catch((error: { stdout?: string }) => ({
    stdout: error.stdout ?? '',
  }));
  const xml = stdout.replaceAll('CSeq: 2 BYE', 'CSeq: 3 BYE').replaceAll('CSeq: 1 ACK', 'CSeq: 2 ACK');
  const invite = /<send retrans="500">[\s\S]*?<\/send>/.exec(xml)?.[0] ?? '';
  const acknowledgement = /<send>[\s\S]*?<\/send>/.exec(xml)?.[0].replace('CSeq: 2 ACK', 'CSeq: 1 ACK') ?? '';
  const again = invite
    .replace('CSeq: 1 INVITE', 'CSeq: 2 INVITE')
    .replace('Max-Forwards', `[authentication username=${username} password=${password}]\n      Max-Forwards`);
  return xml.replace(invite, () =>
    [invite, '<recv response="401" auth="true"></recv>', acknowledgement, again].join('\n'),
  );
}

interface Batch {
  readonly scenario: string;
  readonly sipPort: number;
  readonly count: number;
  readonly folder: string;
}

/** Places calls one after the other; returns how many failed. */
async function placeBatch({ scenario, sipPort, count, folder }: Batch): Promise<number> {
  const [port = 0] = await freePorts(1);
  const args = [
    ...['-sf', scenario, '-s', extension, '-m', String(count), '-l', '1', '-r', '20', '-d', '100'],
    ...['-i', '127.0.0.1', '-p', String(port), '-nostdin', '-timeout', '120s', '-trace_err'],
    ...['-trace_rtt', '-rtt_freq', '1'],
    ...['-error_file', join(folder, 'errors.log'), `127.0.0.1:${sipPort}`],
  ];
  const { stdout, code } = await execute('sipp', args, { cwd: folder }).then(
    (result) => ({ ...result, code: 0 }),
    (error: { stdout?: string; code?: number }) => ({ stdout: error.stdout ?? '', code: error.code ?? -1 }),
  );
  const successful = Number(/Successful call\s*\|\s*\d+\s*\|\s*(\d+)/.exec(stdout)?.[1] ?? 0);
  return code === 0 ? count - successful : Math.max(1, count - successful);
}

/** Returns the response times of all batches: the second column of the files of sipp. */
async function setUpTimes(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('_rtt.csv'));
  const files = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return files.flatMap((text) => [...text.matchAll(/^[\d.]+;([\d.]+);/gm)].map(([, ms]) => Number(ms)));
}

async function stateOf({ pid }: ServerChild): Promise<ProcessState> {
  const state = await readProcessState(pid);
  if (state === undefined) throw new Error('the server is gone, or this system has no /proc');
  return state;
}

/** Returns the calls that the server still holds, once none is left or after ten seconds. */
async function openCalls({ baseUrl }: ServerChild): Promise<number> {
  const read = async (): Promise<number> => {
    const response = await fetch(new URL('/health', baseUrl), { headers: { connection: 'close' } });
    return ((await response.json()) as { media: { active_calls: number } }).media.active_calls;
  };
  for (let tries = 0; tries < 20 && (await read()) > 0; tries++)
    await new Promise((resolve) => setTimeout(resolve, 500));
  return read();
}

const warmUpShare = 0.2;
const maxMbPerHundredCalls = 1;
const maxSetUpMs = 100;

function verdictsOf({ calls, failed, samples, leftOpen, setUpMs }: SipCallsRun): Verdict[] {
  const warm = samples.filter((sample) => sample.calls >= calls * warmUpShare);
  const trend = trendOf(warm.map((sample) => [sample.calls, sample.rssMb]));
  const [first, last] = [warm[0], warm.at(-1)];
  const left = (last?.descriptors ?? 0) - (first?.descriptors ?? 0);
  const [median, slow] = [0.5, 0.95].map((share) => round(quantile(setUpMs, share), 1));
  const name = (what: string): string => `${calls} calls of sipp: ${what}`;
  return [
    {
      test: name('calls that failed, and calls left open'),
      figure: `${failed}, ${leftOpen}`,
      limit: '0, 0',
      outcome: judged(failed === 0 && leftOpen === 0),
    },
    {
      test: name('resident memory after the warm-up'),
      figure: `${round(trend.at(calls * warmUpShare), 1)} to ${round(trend.at(calls), 1)} MB, ${round(trend.slope * 100, 2)} MB per 100 calls`,
      limit: `${maxMbPerHundredCalls} MB per 100 calls`,
      outcome: judged(trend.slope * 100 <= maxMbPerHundredCalls),
    },
    {
      test: name('set-up, from the first INVITE to the answer'),
      figure: `p50 ${median} ms, p95 ${slow} ms of ${setUpMs.length}`,
      limit: `p95 ${maxSetUpMs} ms`,
      outcome: judged(setUpMs.length > 0 && (slow ?? Infinity) <= maxSetUpMs),
    },
    { test: name('descriptors left'), figure: String(left), limit: '2', outcome: judged(left <= 2) },
  ];
}
