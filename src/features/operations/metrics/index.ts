export { createMetrics, type Metrics, type MetricsSources } from './metrics.ts';
export { registerMetricsRoute, watchRequests } from './routes.ts';
