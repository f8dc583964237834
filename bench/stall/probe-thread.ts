/**
 * Asks a server at fixed times from a thread of its own, so that the sender of large bodies does not delay it. Receives
 * `ProbeData` and answers each message with the longest waits since the last one.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface ProbeData {
  readonly baseUrl: string;
  readonly pid: number;
  readonly perSecond: number;
  /** A number of the server, which the calls of the probe dial. */
  readonly line: string;
}

/** The longest waits of probes. */
export interface Waits {
  readonly asked: number;
  /** Probes that were not sent, because `mostOpen` others had no answer yet. */
  readonly left: number;
  /** Probes that were answered with the address of a stream. */
  readonly answered: number;
  /** From when the probe was due to the last byte of its answer. */
  readonly wallMs: number;
  /** CPU time of the server's main thread during one wait; null where the system does not report it. */
  readonly cpuMs: number | null;
}

const { baseUrl, pid, perSecond, line } = workerData as ProbeData;
/**
 * Maximum of unanswered probes. A blocked server delays these, which is what is measured. Without a maximum, probes
 * would queue on a server that other programs keep from the CPU, and the wait of each would include the CPU time of all
 * probes before it, which no route has caused.
 */
const mostOpen = 4;
const agent = new Agent({ keepAlive: true, maxSockets: mostOpen });
const hooks = '/api/voice/webhooks/telephony_a';
const health = { path: '/health' };
type Probe = { readonly path: string; readonly form?: URLSearchParams };

/** Each is a new call: a repeated one is answered from memory. */
const newCall = (): Probe => ({
  path: `${hooks}/answer`,
  form: new URLSearchParams({ CallUUID: randomUUID(), From: '+12025550100', To: line }),
});

/** The callers hang up after this many calls: a server lets a limited number of streams wait. */
const ringing = 50;
const answeredCalls: string[] = [];
/** Calls that are hung up beside the other probes. */
const hangUp = (callUuid: string): Probe => ({
  path: `${hooks}/hangup`,
  form: new URLSearchParams({ CallUUID: callUuid, CallStatus: 'no-answer', HangupCause: 'ORIGINATOR_CANCEL' }),
});

const none: Waits = { asked: 0, left: 0, answered: 0, wallMs: 0, cpuMs: null };
let waits = none;
const pending = new Set<Promise<void>>();

/** CPU time of the main thread. Unlike wall time, it does not grow when other programs use the machine. */
function mainThreadCpuMs(): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

function ask({ path, form }: Probe, dueMs: number): Promise<void> {
  const beforeMs = mainThreadCpuMs();
  return new Promise((resolve) => {
    let text = '';
    const done = (): void => {
      const afterMs = mainThreadCpuMs();
      const cpuMs = beforeMs === null || afterMs === null ? null : Math.max(waits.cpuMs ?? 0, afterMs - beforeMs);
      const isAnswered = /wss?:/.test(text);
      if (isAnswered) answeredCalls.push(form?.get('CallUUID') ?? '');
      const answered = waits.answered + (isAnswered ? 1 : 0);
      const wallMs = Math.max(waits.wallMs, performance.now() - dueMs);
      waits = { ...waits, asked: waits.asked + 1, answered, wallMs, cpuMs };
      resolve();
    };
    const headers = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const sending = request(new URL(path, baseUrl), { agent, method: form === undefined ? 'GET' : 'POST', headers });
    sending.once('response', (response) => {
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.once('close', done);
    });
    sending.once('error', done);
    sending.end(form?.toString());
  });
}

parentPort?.on('message', async () => {
  await Promise.all(pending);
  parentPort?.postMessage(waits);
  waits = none;
});

const beginMs = performance.now();
for (let index = 0; ; index += 1) {
  const dueMs = beginMs + (index * 1000) / perSecond;
  const aheadMs = dueMs - performance.now();
  if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
  if (pending.size >= mostOpen) {
    waits = { ...waits, left: waits.left + 1 };
    continue;
  }
  const [oldest] = answeredCalls.length > ringing ? answeredCalls.splice(0, 1) : [];
  const due = [index % 2 === 0 ? health : newCall(), ...(oldest === undefined ? [] : [hangUp(oldest)])];
  for (const one of due) {
    const probe = ask(one, dueMs);
    pending.add(probe);
    void probe.then(() => pending.delete(probe));
  }
}
