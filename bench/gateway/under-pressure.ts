import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../media/emulator/random.ts';
import { apartFrom, askForStream, createLatenessMeter, holdConversation, placeCall } from '../../media/index.ts';
import type { ServerAddress } from '../../src/cli/credential.ts';
import { startServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import type { CallerLine } from '../call/lines.ts';
import { quantile, round } from '../table.ts';

export interface PressureOptions {
  readonly calls: number;
  readonly prompts: readonly CallerLine[];
  readonly requestsPerSecond: number;
  readonly turns: number;
  readonly env: NodeJS.ProcessEnv;
}

const addresses = ['/health', '/v1/calls?limit=20', '/api/voice/flows?limit=20', '/openapi.json'];

/**
 * Measures full calls on a server whose control plane continuously answers requests and reads documents on its main
 * thread.
 */
export async function measureUnderPressure({ calls, prompts, requestsPerSecond, turns, env }: PressureOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const entry = new URL('./busy-server.js', import.meta.url);
  try {
    const started = await startServerChild({
      entry,
      env: { LOG_LEVEL: 'warn', ...env },
      dataDir,
      readyTimeoutMs: 120_000,
    });
    if (!started.ok) throw new Error(started.detail);
    const { server } = started;
    try {
      const pressure = openPressure(server, requestsPerSecond);
      const random = createRandom(1);
      const held = await Promise.all(
        Array.from({ length: calls }, (_, index) =>
          hold({ baseUrl: server.baseUrl, index, random, lines: prompts.slice(index, index + turns) }),
        ),
      );
      const health = (await createServerClient(server).health()) as {
        media: { lateness_ms: { p50: number; p99: number; max: number } };
      };
      const requests = pressure.stop();
      const late = createLatenessMeter();
      for (const one of held) late.merge(one.lateness);
      return {
        calls,
        latenessMs: health.media.lateness_ms,
        gaps: held.reduce((sum, one) => sum + one.gaps, 0),
        failed: held.filter(({ greeted }) => !greeted).length,
        providerLateP99Ms: late.quantileMs(0.99),
        requestsPerSecond: round(requests.perSecond),
        requestMs: { p50: round(quantile(requests.tookMs, 0.5)), p99: round(quantile(requests.tookMs, 0.99)) },
        requestsFailed: requests.failed,
      };
    } finally {
      await server.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Holding {
  readonly baseUrl: string;
  readonly index: number;
  readonly random: () => number;
  readonly lines: readonly CallerLine[];
}

async function hold({ baseUrl, index, random, lines }: Holding) {
  await new Promise((resolve) => setTimeout(resolve, index * 700 + random() * 500));
  const identity = { callId: crypto.randomUUID(), from: `+1202555${1000 + index}`, to: '+12025550143' };
  const answer = await askForStream({ dialect: 'telephony_a', baseUrl, ...identity });
  if (answer.kind !== 'stream') return { greeted: false, gaps: 0, lateness: createLatenessMeter() };
  const format = answer.format === undefined ? {} : { format: answer.format };
  const run = placeCall({ dialect: 'telephony_a', url: answer.url, identity, ...format });
  await run.opened;
  const script = lines.map(({ clip, label }) => ({ say: clip, when: 'agent_done' as const, label }));
  const { record, greetingMs } = await holdConversation(run, script, { agentQuietMs: 700, patienceMs: 8_000 });
  return {
    greeted: greetingMs !== undefined,
    gaps: apartFrom(record.playout.underruns, record.stalls).length,
    lateness: record.lateness,
  };
}

/** Sends requests at a steady rate, whether or not earlier ones have been answered. */
function openPressure(server: ServerAddress, perSecond: number) {
  const client = createServerClient(server);
  const tookMs: number[] = [];
  const startMs = performance.now();
  let sent = 0;
  let failed = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - startMs) * perSecond) / 1000;
    for (; sent < due; sent += 1) {
      const atMs = performance.now();
      client
        .request(addresses[sent % addresses.length] as string)
        .then((response) => response.arrayBuffer())
        .then(() => void tookMs.push(performance.now() - atMs))
        .catch(() => {
          failed += 1;
        });
    }
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      return { perSecond: (tookMs.length * 1000) / (performance.now() - startMs), failed, tookMs };
    },
  };
}
