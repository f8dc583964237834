import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MediaStatus } from '../../../../media/index.ts';
import type { JobTally } from '../../../jobs/index.ts';
import { type CallMetrics, createCallMetrics } from './call-metrics.ts';
import { createMediaMetrics } from './media-metrics.ts';
import { createNodeMetrics, type NodeSources } from './node-metrics.ts';

export interface MetricsSources {
  readonly mediaStatus: () => Promise<MediaStatus>;
  readonly callLog: { readonly waiting: number; readonly refused: number };
  readonly jobs: () => Promise<readonly JobTally[]>;
  readonly limits: { readonly alone: () => number };
  /** Messages between nodes that were dropped, by reason. */
  readonly refusedMessages: () => Readonly<Record<string, number>>;
  readonly nodes: NodeSources;
}

export interface AnsweredRequest {
  readonly method: string;
  /** The registered path with its parameter names; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

export interface Metrics extends CallMetrics {
  answered(request: AnsweredRequest): void;
  /** Returns all metrics in Prometheus text format. A source that fails is left out and counted. */
  scrape(sources: MetricsSources): Promise<string>;
  readonly contentType: string;
  close(): void;
}

/** Statuses that probing and guessing of credentials cause. */
const refusalStatuses = new Set([401, 403, 429]);

const httpBuckets = [0.001, 0.0025, 0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 10 });
  const calls = createCallMetrics(registry);
  const media = createMediaMetrics(registry);
  const nodes = createNodeMetrics(registry);
  const requests = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'HTTP responses by route and status class.',
    labelNames: ['method', 'route', 'status'],
    buckets: httpBuckets,
    registers,
  });
  const refusals = new Counter({
    name: 'parley_http_refusals_total',
    help: 'Responses with status 401, 403 or 429, by route. Failed logins are those of /api/auth/login.',
    labelNames: ['route', 'status'],
    registers,
  });
  const waiting = new Gauge({
    name: 'parley_call_log_waiting',
    help: 'Call events waiting for the database.',
    registers,
  });
  const lost = new Counter({
    name: 'parley_call_log_refused_total',
    help: 'Call events dropped because the queue was full.',
    registers,
  });
  const alone = new Counter({
    name: 'parley_rate_limit_alone_total',
    help: 'Requests counted locally because the shared counters were unavailable.',
    registers,
  });
  const refusedMessages = new Counter({
    name: 'parley_node_messages_refused_total',
    help: 'Messages between nodes dropped because of their signature, time or repetition.',
    labelNames: ['reason'],
    registers,
  });
  const jobs = new Gauge({
    name: 'parley_jobs',
    help: 'Durable jobs by kind and state.',
    labelNames: ['kind', 'state'],
    registers,
  });
  const jobAge = new Gauge({
    name: 'parley_job_oldest_waiting_seconds',
    help: 'Age of the oldest waiting job.',
    labelNames: ['kind'],
    registers,
  });
  const failures = new Counter({
    name: 'parley_scrape_failures_total',
    help: 'Metric sources that failed.',
    labelNames: ['part'],
    registers,
  });

  async function ask<T>(part: string, source: () => Promise<T>, show: (value: T) => void): Promise<void> {
    try {
      show(await source());
    } catch {
      failures.inc({ part });
    }
  }

  function showJobs(tallies: readonly JobTally[]): void {
    jobs.reset();
    jobAge.reset();
    for (const { kind, status, count, oldestAgeMs } of tallies) {
      jobs.set({ kind, state: status }, count);
      if (status === 'waiting') jobAge.set({ kind }, oldestAgeMs / 1000);
    }
  }

  return {
    saw: calls.saw,
    answered({ method, route, status, seconds }) {
      requests.observe({ method, route: route ?? 'none', status: `${Math.floor(status / 100)}xx` }, seconds);
      if (refusalStatuses.has(status)) refusals.inc({ route: route ?? 'none', status: String(status) });
    },
    async scrape(sources) {
      waiting.set(sources.callLog.waiting);
      lost.reset();
      lost.inc(sources.callLog.refused);
      alone.reset();
      alone.inc(sources.limits.alone());
      refusedMessages.reset();
      for (const [reason, count] of Object.entries(sources.refusedMessages())) refusedMessages.inc({ reason }, count);
      nodes.show(sources.nodes);
      await Promise.all([
        ask('media', sources.mediaStatus, media.show),
        ask('jobs', sources.jobs, showJobs),
        ask('load', sources.nodes.ownLoad, nodes.showLoad),
      ]);
      return registry.metrics();
    },
    contentType: registry.contentType,
    close: () => registry.clear(),
  };
}
