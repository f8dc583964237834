import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import type { CallEvent } from '../../media/ports.ts';
import { createMetrics } from '../../src/features/operations/metrics/index.ts';
import { createFakeMedia } from '../http/test-app.ts';

interface Panel {
  readonly id: number;
  readonly targets: readonly { readonly expr: string }[];
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly description: string };
}

const latency = { endpoint: 300, recognition: 10, agent: 5, synthesis: 20, queue: 1, network: 20, total: 356 };
/** One of each kind that a call may have. */
const events = [
  { type: 'started' },
  { type: 'turn', turn: 1, latency },
  { type: 'barge_in', onsetMs: 10, stopMs: 120 },
  { type: 'backchannel', because: 'short' },
  { type: 'line', line: { speaker: 'customer', words: [{ confidence: 0.9 }] } },
  { type: 'alarm', code: 'llm_timeout' },
  { type: 'reception', atMs: 60_000, reception: { numbered: true, pieces: 90, lost: 10, windowMs: 5, jitterMs: 9 } },
  { type: 'ended', reason: 'caller_hung_up', atMs: 60_000 },
] as unknown as readonly CallEvent[];

/** The labels of every series that a server with some calls emits, by name. */
async function emitted(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const metrics = createMetrics();
  onTestFinished(() => metrics.close());
  const media = await createFakeMedia().openMediaServer({} as never, {} as never);
  for (const event of events) metrics.saw('a', event);
  for (const status of [200, 401]) metrics.answered({ method: 'GET', route: '/health', status, seconds: 0.01 });
  const text = await metrics.scrape({
    mediaStatus: async () => {
      const status = await media.status();
      return { ...status, admission: { ...status.admission, refused: { over_capacity: 1 } } } as typeof status;
    },
    callLog: { waiting: 0, refused: 0 },
    limits: { alone: () => 0 },
    refusedMessages: () => ({ out_of_time: 1 }),
    nodes: {
      ownLoad: async () => ({ used: 1, capacity: 2 }),
      nodeStates: () => ({ serving: 1, draining: 0, silent: 0 }),
      nodeChanges: () => ({ silent: 1 }),
      clockDifferenceMs: () => 3,
    },
    jobs: async () => [{ kind: 'sweep', status: 'waiting', count: 1, oldestAgeMs: 0 }],
  });
  const series = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = series.get(name) ?? new Set();
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
  }
  return series;
}

/** Checks an expression and returns how many series it names. */
function check(expr: string, series: ReadonlyMap<string, ReadonlySet<string>>): number {
  let asked = 0;
  const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  for (const [, name = '', matchers = ''] of expr.matchAll(/(parley_\w+)(?:\{([^}]*)\})?/g)) {
    expect([...series.keys()], expr).toContain(name);
    // Prometheus adds the instance.
    const matched = [...matchers.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].flatMap(([, label = '']) => label);
    const wanted = [...grouped, ...matched].filter((label) => label !== 'instance');
    for (const label of wanted) expect([...(series.get(name) ?? [])], expr).toContain(label);
    asked += 1;
  }
  return asked;
}

const docs = join(import.meta.dirname, '..', '..', 'docs');
const promtool = spawnSync('promtool', ['check', 'rules', join(docs, 'prometheus-alerts.yaml')], { encoding: 'utf8' });

test.skipIf(promtool.error !== undefined)("promtool accepts the alerts (needs Debian's package prometheus)", () => {
  expect({ status: promtool.status, said: promtool.stderr }).toEqual({ status: 0, said: '' });
});

test('alerts ask for series and labels that /metrics emits, and say what to do', async () => {
  const text = readFileSync(join(docs, 'prometheus-alerts.yaml'), 'utf8');
  const { groups } = parse(text) as { groups: { rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const series = await emitted();
  for (const { alert, expr, labels, annotations } of rules) {
    expect(check(expr, series), alert).toBeGreaterThan(0);
    expect(['critical', 'warning'], alert).toContain(labels.severity);
    expect(annotations.description.length, alert).toBeGreaterThan(20);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

test('the Grafana dashboard asks for series and labels that /metrics emits, each panel with a unit', async () => {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'grafana-dashboard.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: readonly Panel[] };
  const series = await emitted();
  let asked = 0;
  for (const { expr } of panels.flatMap(({ targets }) => targets)) asked += check(expr, series);
  expect(asked).toBeGreaterThan(15);
  const names = [...series].flatMap(([name]) => (name.startsWith('parley_') ? [name] : []));
  expect(names).toContain('parley_turn_latency_seconds_bucket');
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.every(({ fieldConfig }) => fieldConfig.defaults.unit !== '')).toBe(true);
});
