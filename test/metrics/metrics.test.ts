import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { createMetrics, type Metrics, type MetricsSources } from '../../src/features/operations/metrics/index.ts';
import { createFakeMedia } from '../http/test-app.ts';

let metrics: Metrics;
let sources: MetricsSources;
beforeEach(async () => {
  metrics = createMetrics();
  const media = await createFakeMedia().openMediaServer({} as never, {} as never);
  sources = {
    mediaStatus: () => media.status(),
    callLog: { waiting: 3, refused: 2 },
    jobs: async () => [],
    limits: { alone: () => 4 },
    refusedMessages: () => ({ wrong_signature: 3 }),
    nodes: {
      ownLoad: async () => ({ used: 3, capacity: 12 }),
      nodeStates: () => ({ serving: 2, draining: 0, silent: 1 }),
      nodeChanges: () => ({ joined: 3, silent: 1 }),
      clockDifferenceMs: () => -2500,
    },
  };
});
afterEach(() => metrics.close());

const started = { type: 'started', atMs: 0, wallMs: 0 } as CallEvent;
const turn = (total: number): CallEvent => ({
  type: 'turn',
  atMs: 0,
  turn: 1,
  latency: {
    endpoint: 300,
    recognition: 10,
    agent: 5,
    synthesis: 20,
    queue: 1,
    network: 20,
    total,
    estimated: false,
  },
});
const ended = (reason: string, atMs = 60_000) => ({ type: 'ended', atMs, reason, wallMs: 0 }) as CallEvent;

/** The value of a series, which must be there. */
async function value(series: string): Promise<number> {
  const line = (await metrics.scrape(sources)).split('\n').find((one) => one.startsWith(`${series} `));
  if (line === undefined) throw new Error(`no series ${series}`);
  return Number(line.slice(series.length + 1));
}

test('a call is counted from start to end', async () => {
  metrics.saw('a', started);
  metrics.saw('b', started);
  metrics.saw('a', ended('caller_hung_up'));
  expect(await value('parley_calls_live')).toBe(1);
  expect(await value('parley_calls_started_total')).toBe(2);
  expect(await value('parley_calls_ended_total{reason="caller_hung_up"}')).toBe(1);
  expect(await value('parley_call_duration_seconds_sum')).toBe(60);
});

test('the load of this server, the states of all and the difference of the clock are shown', async () => {
  expect(await value('parley_calls_load_ratio')).toBe(0.25);
  expect(await value('parley_nodes{state="silent"}')).toBe(1);
  expect(await value('parley_nodes{state="serving"}')).toBe(2);
  expect(await value('parley_node_changes_total{change="silent"}')).toBe(1);
  expect(await value('parley_clock_difference_seconds')).toBe(-2.5);
  sources = { ...sources, nodes: { ...sources.nodes, ownLoad: async () => ({ used: 4, capacity: 4 }) } };
  expect(await value('parley_calls_load_ratio')).toBe(1);
});

test('loss and lateness of a call count packets, or samples where packets have no numbers', async () => {
  const whole = { pieces: 1000, lost: 0, late: 0, duplicated: 0, reordered: 0, windowMs: 0, droppedMs: 0 };
  const reception = (changes: object): CallEvent => ({
    type: 'reception',
    atMs: 20_000,
    reception: { numbered: true, ...whole, jitterMs: 8, filledMs: 0, ...changes },
  });
  metrics.saw('a', reception({ pieces: 980, lost: 20, windowMs: 60 }));
  metrics.saw('b', reception({ numbered: false, filledMs: 1000 }));
  expect(await value('parley_call_loss_ratio_count')).toBe(2);
  expect(await value('parley_call_loss_ratio_sum')).toBeCloseTo(0.02 + 0.05);
  expect(await value('parley_call_lateness_seconds_sum')).toBeCloseTo(0.06 + 0.008);
});

test('a turn goes into the bucket of its latency, and its stages into theirs', async () => {
  metrics.saw('a', turn(356));
  metrics.saw('a', turn(900));
  expect(await value('parley_turn_latency_seconds_bucket{le="0.35",stage="total"}')).toBe(0);
  expect(await value('parley_turn_latency_seconds_bucket{le="0.4",stage="total"}')).toBe(1);
  expect(await value('parley_turn_latency_seconds_count{stage="total"}')).toBe(2);
  expect(await value('parley_turn_latency_seconds_sum{stage="endpoint"}')).toBeCloseTo(0.6);
});

test('a label that is not a plain word creates no series', async () => {
  metrics.saw('a', ended('from "+12025550143"\n'));
  expect(await value('parley_calls_ended_total{reason="other"}')).toBe(1);
});

test('metrics of the media plane and the call log are included', async () => {
  expect(await value('parley_calls_rated')).toBe(24);
  expect(await value('parley_call_log_waiting')).toBe(3);
  expect(await value('parley_call_log_refused_total')).toBe(2);
  expect(await value('parley_rate_limit_alone_total')).toBe(4);
  expect(await value('parley_node_messages_refused_total{reason="wrong_signature"}')).toBe(3);
  // Asked again, a total is the same total.
  expect(await value('parley_call_log_refused_total')).toBe(2);
});

test('work is counted by whether its result was wanted', async () => {
  expect(await value('parley_inference_jobs_total{kind="final",outcome="finished"}')).toBe(3);
  expect(await value('parley_inference_jobs_total{kind="final",outcome="dropped"}')).toBe(1);
  expect(await value('parley_inference_job_seconds_total{kind="final",outcome="dropped"}')).toBe(0.04);
  expect(await value('parley_speculative_replies_total{outcome="dropped"}')).toBe(0);
  expect(await value('parley_inference_jobs_total{kind="final",outcome="finished"}')).toBe(3);
});

test('a failing part is omitted and counted, and the rest is returned', async () => {
  sources = { ...sources, mediaStatus: () => Promise.reject(new Error('closing')) };
  expect(await value('parley_call_log_waiting')).toBe(3);
  expect(await value('parley_scrape_failures_total{part="media"}')).toBe(2);
});

test('jobs are shown by kind and state', async () => {
  sources = {
    ...sources,
    jobs: async () => [
      { kind: 'sweep', status: 'waiting', count: 4, oldestAgeMs: 12_000 },
      { kind: 'sweep', status: 'dead', count: 1, oldestAgeMs: 90_000 },
    ],
  };
  expect(await value('parley_jobs{kind="sweep",state="waiting"}')).toBe(4);
  expect(await value('parley_jobs{kind="sweep",state="dead"}')).toBe(1);
  expect(await value('parley_job_oldest_waiting_seconds{kind="sweep"}')).toBe(12);
});

test('requests are counted by route, never by path', async () => {
  metrics.answered({ method: 'GET', route: '/v1/calls/:uuid', status: 404, seconds: 0.002 });
  metrics.answered({ method: 'GET', route: undefined, status: 404, seconds: 0.002 });
  expect(
    await value('parley_http_request_duration_seconds_count{method="GET",route="/v1/calls/:uuid",status="4xx"}'),
  ).toBe(1);
  expect(await value('parley_http_request_duration_seconds_count{method="GET",route="none",status="4xx"}')).toBe(1);
});

test('responses 401, 403 and 429 are counted by route and status', async () => {
  const refuse = (status: number) =>
    metrics.answered({ method: 'POST', route: '/api/auth/login', status, seconds: 0.002 });
  for (const status of [200, 400, 401, 401, 403, 429, 503]) refuse(status);
  const counted = (status: number) => value(`parley_http_refusals_total{route="/api/auth/login",status="${status}"}`);
  expect(await Promise.all([401, 403, 429].map(counted))).toEqual([2, 1, 1]);
  expect(await metrics.scrape(sources)).not.toMatch(/refusals_total\{[^}]*status="(200|400|503)"/);
});
