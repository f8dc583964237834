import { type Attributes, ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { CallEvent } from '../../media/ports.ts';
import { createCallSpans } from './call-spans.ts';

export interface TracedRequest {
  readonly method: string;
  /** The registered path; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly requestId: string;
  readonly endedMs: number;
  readonly tookMs: number;
}

export interface Tracing {
  saw(callUuid: string, event: CallEvent): void;
  answered(request: TracedRequest): void;
  /** Flushes remaining spans, for a few seconds at most. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** URL of a collector that speaks OTLP over HTTP, without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
  /** Replaces the collector. */
  readonly exporter?: SpanExporter;
}

const maxQueuedSpans = 4096;
const exportTimeoutMs = 5000;

/**
 * Imports the SDK only here, because it costs memory and time. Spans that the collector does not accept are dropped.
 */
export async function openTracing({ endpoint, version, exporter }: TracingOptions): Promise<Tracing> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const target = exporter ?? new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: exportTimeoutMs });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parley', 'service.version': version }),
    spanProcessors: [
      new BatchSpanProcessor(target, { maxQueueSize: maxQueuedSpans, exportTimeoutMillis: exportTimeoutMs }),
    ],
  });
  const tracer = provider.getTracer('parley', version);
  const calls = createCallSpans(tracer);

  return {
    saw: calls.saw,
    answered({ method, route, status, requestId, endedMs, tookMs }) {
      const attributes: Attributes = {
        'http.request.method': method,
        'http.response.status_code': status,
        'parley.request_id': requestId,
        ...(route === undefined ? {} : { 'http.route': route }),
      };
      const startTime = endedMs - tookMs;
      const span = tracer.startSpan(
        `${method} ${route ?? 'none'}`,
        { kind: SpanKind.SERVER, startTime, attributes },
        ROOT_CONTEXT,
      );
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedMs);
    },
    async close() {
      calls.close();
      await provider.shutdown().catch(() => {});
    },
  };
}
