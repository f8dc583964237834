import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServerChild } from '../../src/cli/server-child.ts';
import type { Run } from '../../src/features/coaching/practice-runs/schema.ts';

export interface LiveFigures {
  readonly runs: number;
  readonly completed: number;
  /** Seconds from the first request to the end of the last run. */
  readonly seconds: number;
  /** Total duration of all calls. */
  readonly callSeconds: number;
  readonly mostAtOnce: number;
  /** Over the runs: the median of their medians, and the worst 95th percentile. */
  readonly latencyMs: { readonly median: number; readonly worstP95: number };
}

const lookEveryMs = 500;

/**
 * Runs `count` voice practice runs at once in real time, on a separate server with the demonstration's flow and
 * scenario.
 */
export async function liveRuns(count: number, env: NodeJS.ProcessEnv): Promise<LiveFigures> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const entry = new URL('../../src/main.js', import.meta.url);
  const started = await startServerChild({ entry, env: { ...env }, dataDir, readyTimeoutMs: 120_000 });
  if (!started.ok) throw new Error(started.detail);
  const { server } = started;
  try {
    return await play(server.baseUrl, count);
  } finally {
    await server.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function play(baseUrl: string, count: number): Promise<LiveFigures> {
  let token = '';
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
  ({ token } = await ask<{ token: string }>('POST', '/api/auth/register', {
    email: 'bench@example.com',
    password: 'correct horse battery',
    organization_name: 'Bench',
  }));
  const { uuid: persona } = await ask<{ uuid: string }>('POST', '/api/pf-coach/personas', {
    name: 'Nora Field',
    speech_habits: { interrupts: 'some', fillers: ['um'] },
    voice: { speaker: 'daniel' },
  });
  const { uuid: scenario } = await ask<{ uuid: string }>('POST', '/api/pf-coach/scenarios', {
    persona_uuid: persona,
    name: 'Cleaning',
    situation: 'You would like to book a cleaning.',
    difficulty: 'easy',
    stop_conditions: { max_turns: 12, satisfied_when: 'the agent says "front desk will call"' },
  });
  const { campaigns } = await ask<{ campaigns: { uuid: string }[] }>('GET', '/v1/campaigns?status=active');
  const target = campaigns[0]?.uuid;
  const startMs = performance.now();
  const runs = await Promise.all(
    Array.from({ length: count }, (_, seed) =>
      ask<Run>('POST', '/api/pf-coach/runs', {
        scenario_uuid: scenario,
        target_uuid: target,
        mode: 'voice',
        clock: 'real',
        seed,
      }),
    ),
  );
  let mostAtOnce = 0;
  for (;;) {
    const health = await ask<{ active_calls?: number; media?: { active_calls?: number } }>('GET', '/health');
    mostAtOnce = Math.max(mostAtOnce, health.active_calls ?? health.media?.active_calls ?? 0);
    const latest = await Promise.all(runs.map(({ uuid }) => ask<Run>('GET', `/api/pf-coach/runs/${uuid}`)));
    if (latest.every(({ finished_at }) => finished_at !== null)) {
      const measured = latest.flatMap(({ metrics }) => metrics ?? []);
      const latencies = measured.flatMap(({ response_latency_ms: one }) => one ?? []);
      const medians = latencies.map(({ median }) => median).sort((a, b) => a - b);
      return {
        runs: count,
        completed: latest.filter(({ status }) => status === 'completed').length,
        mostAtOnce,
        seconds: (performance.now() - startMs) / 1000,
        callSeconds: measured.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000,
        latencyMs: {
          median: medians[Math.floor(medians.length / 2)] ?? Number.NaN,
          worstP95: Math.max(...latencies.map(({ p95 }) => p95)),
        },
      };
    }
    await sleep(lookEveryMs);
  }
}
