export { openTracing, type TracedRequest, type Tracing } from './tracing.ts';
