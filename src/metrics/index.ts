export { type AnsweredRequest, createMetrics, type JobFigures, type Metrics, type MetricsSources } from './metrics.ts';
