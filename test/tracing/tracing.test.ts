import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import { expect, onTestFinished, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { openTracing } from '../../src/tracing/index.ts';

const startedMs = Date.UTC(2026, 0, 5, 9, 0, 0);
const events: CallEvent[] = [
  { type: 'started', atMs: 0, wallMs: startedMs } as CallEvent,
  {
    type: 'line',
    atMs: 7000,
    line: { turn: 1, speaker: 'agent', text: 'We open at nine.', startMs: 5400, endMs: 7000, words: [] },
  },
  {
    type: 'turn',
    atMs: 7000,
    turn: 1,
    latency: {
      endpoint: 310,
      recognition: 0,
      agent: 10,
      synthesis: 30,
      queue: 0,
      network: 20,
      total: 370,
      estimated: false,
    },
  },
  { type: 'ended', atMs: 9000, reason: 'caller_hung_up', wallMs: startedMs + 9000 },
];

/** Keeps the spans beyond the end of tracing. */
class KeptSpans extends InMemorySpanExporter {
  readonly kept: ReadableSpan[] = [];
  override shutdown(): Promise<void> {
    this.kept.push(...this.getFinishedSpans());
    return super.shutdown();
  }
}

const msOf = ([seconds, nanos]: readonly [number, number]): number => Math.round(seconds * 1000 + nanos / 1e6);

async function spansOf(told: readonly CallEvent[]) {
  const exporter = new KeptSpans();
  const tracing = await openTracing({ endpoint: 'http://127.0.0.1:9', version: '0.0.0-test', exporter });
  for (const event of told) tracing.saw('call-a', event);
  await tracing.close();
  return exporter.kept;
}

test('a call is a span that contains its turns, which contain their stages', async () => {
  const spans = await spansOf(events);
  const named = (name: string) => spans.find((span) => span.name === name) as ReadableSpan;
  const times = (name: string) => [msOf(named(name).startTime) - startedMs, msOf(named(name).endTime) - startedMs];
  expect(times('call')).toEqual([0, 9000]);
  expect(times('turn')).toEqual([5030, 5400]);
  expect(times('endpoint')).toEqual([5030, 5340]);
  expect(times('agent')).toEqual([5340, 5350]);
  expect(times('synthesis')).toEqual([5350, 5380]);
  expect(times('network')).toEqual([5380, 5400]);
  // A stage that held nothing up is none.
  expect(named('recognition')).toBeUndefined();
  expect(named('turn').parentSpanContext?.spanId).toBe(named('call').spanContext().spanId);
  expect(named('synthesis').parentSpanContext?.spanId).toBe(named('turn').spanContext().spanId);
});

test('spans contain no spoken words', async () => {
  expect(JSON.stringify((await spansOf(events)).map(({ name, attributes }) => ({ name, attributes })))).not.toContain(
    'nine',
  );
});

test('a call that is open when tracing closes is reported too', async () => {
  expect((await spansOf(events.slice(0, 1))).map((span) => span.name)).toEqual(['call']);
});

test('spans reach a collector over HTTP, and a missing collector delays no call', async () => {
  const bodies: string[] = [];
  const collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(`${request.url} ${body}`);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;
  const tracing = await openTracing({ endpoint: `http://127.0.0.1:${port}`, version: '0.0.0-test' });
  tracing.answered({
    method: 'GET',
    route: '/v1/calls/:uuid',
    status: 200,
    requestId: 'r-1',
    endedMs: startedMs,
    tookMs: 4,
  });
  await tracing.close();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toMatch(/^\/v1\/traces .*GET \/v1\/calls\/:uuid/);

  const lost = await openTracing({ endpoint: 'http://127.0.0.1:1', version: '0.0.0-test' });
  lost.saw('call-b', events[0] as CallEvent);
  await lost.close();
});
