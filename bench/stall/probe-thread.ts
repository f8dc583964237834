/**
 * Asks a server at fixed times from a thread of its own, so that the sender of large bodies does not delay it. Receives
 * `ProbeData` and answers each message with the longest waits since the last one.
 */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

export interface ProbeData {
  readonly baseUrl: string;
  readonly pid: number;
  readonly perSecond: number;
}

/** The longest waits of probes. */
export interface Waits {
  readonly asked: number;
  /** From when the probe was due to the last byte of its answer. */
  readonly wallMs: number;
  /** CPU time of the server's main thread during one wait; null where the system does not report it. */
  readonly cpuMs: number | null;
}

const { baseUrl, pid, perSecond } = workerData as ProbeData;
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
const form = new URLSearchParams({ CallUUID: 'probe', From: '+12025550100', To: '+12025550199' }).toString();
const probes = [
  { method: 'GET', path: '/health' },
  { method: 'POST', path: '/api/voice/webhooks/telephony_a/answer' },
] as const;

let waits: Waits = { asked: 0, wallMs: 0, cpuMs: null };
const pending = new Set<Promise<void>>();

/** CPU time of the main thread. Unlike wall time, it does not grow when other programs use the machine. */
function mainThreadCpuMs(): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

function ask({ method, path }: (typeof probes)[number], dueMs: number): Promise<void> {
  const beforeMs = mainThreadCpuMs();
  return new Promise((resolve) => {
    const done = (): void => {
      const afterMs = mainThreadCpuMs();
      const cpuMs = beforeMs === null || afterMs === null ? null : Math.max(waits.cpuMs ?? 0, afterMs - beforeMs);
      waits = { asked: waits.asked + 1, wallMs: Math.max(waits.wallMs, performance.now() - dueMs), cpuMs };
      resolve();
    };
    const headers = method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
    const sending = request(new URL(path, baseUrl), { agent, method, headers });
    sending.once('response', (response) => {
      response.resume();
      response.once('close', done);
    });
    sending.once('error', done);
    sending.end(method === 'POST' ? form : undefined);
  });
}

parentPort?.on('message', async () => {
  await Promise.all(pending);
  parentPort?.postMessage(waits);
  waits = { asked: 0, wallMs: 0, cpuMs: null };
});

const beginMs = performance.now();
for (let index = 0; ; index += 1) {
  const dueMs = beginMs + (index * 1000) / perSecond;
  const aheadMs = dueMs - performance.now();
  if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
  const probe = ask(probes[index % probes.length] ?? probes[0], dueMs);
  pending.add(probe);
  void probe.then(() => pending.delete(probe));
}
