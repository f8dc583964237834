import type { FastifyInstance } from 'fastify';
import type { CallEvent } from '../../../media/ports.ts';
import type { Config } from '../../config/config.ts';
import {
  createMetrics,
  type MetricsSources,
  registerMetricsRoute,
  watchRequests,
} from '../../features/operations/metrics/index.ts';
import { openTracing } from '../../tracing/index.ts';

export interface Observation {
  saw(callUuid: string, event: CallEvent): void;
  /** Counts the responses of `app` and serves the metrics. */
  register(app: FastifyInstance, sources: MetricsSources): void;
  close(): Promise<void>;
}

/** Opens metrics of calls and requests, and tracing if a collector is configured. */
export async function openObservation(config: Config): Promise<Observation> {
  const { tracesEndpoint, metricsToken } = config.observation;
  const metrics = createMetrics();
  const tracing =
    tracesEndpoint === undefined ? undefined : await openTracing({ endpoint: tracesEndpoint, version: config.version });
  return {
    saw(callUuid, event) {
      metrics.saw(callUuid, event);
      tracing?.saw(callUuid, event);
    },
    register(app, sources) {
      watchRequests(app, ({ requestId, ...request }) => {
        metrics.answered(request);
        tracing?.answered({ ...request, requestId, endedMs: Date.now(), tookMs: request.seconds * 1000 });
      });
      registerMetricsRoute(app, {
        metrics,
        sources,
        ...(metricsToken === undefined ? {} : { token: metricsToken }),
      });
    },
    async close() {
      await tracing?.close();
      metrics.close();
    },
  };
}
