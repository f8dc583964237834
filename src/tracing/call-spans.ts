import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { CallEvent, TurnLatency } from '../../media/ports.ts';

export interface CallSpans {
  /** Records spans for a call, its turns and their stages, never for a frame. */
  saw(callUuid: string, event: CallEvent): void;
  /** Ends the spans of calls that are still open. */
  close(): void;
}

interface OpenCall {
  readonly span: Span;
  readonly inside: Context;
  /** Wall-clock time of the call's first sample. */
  readonly beganMs: number;
  /** Start of the agent's line in this turn, on the call's clock. */
  agentLine?: { readonly turn: number; readonly startMs: number };
}

/** Bounds memory when the end of a call is never reported. */
const maxOpenCalls = 10_000;

const stages = ['endpoint', 'recognition', 'agent', 'synthesis', 'queue', 'network'] as const;

export function createCallSpans(tracer: Tracer): CallSpans {
  const calls = new Map<string, OpenCall>();

  function open(callUuid: string, event: Extract<CallEvent, { type: 'started' }>): void {
    const beganMs = event.wallMs - event.atMs;
    const span = tracer.startSpan(
      'call',
      { kind: SpanKind.SERVER, startTime: beganMs, attributes: { 'parley.call_uuid': callUuid } },
      ROOT_CONTEXT,
    );
    calls.set(callUuid, { span, beganMs, inside: trace.setSpan(ROOT_CONTEXT, span) });
    if (calls.size <= maxOpenCalls) return;
    const [oldest, call] = calls.entries().next().value as [string, OpenCall];
    calls.delete(oldest);
    call.span.end();
  }

  function turn(call: OpenCall, event: Extract<CallEvent, { type: 'turn' }>): void {
    const { latency, atMs } = event;
    // A turn is reported when its reply has ended, whereas its latency lies before the first audio.
    const playedMs = call.agentLine?.turn === event.turn ? call.agentLine.startMs : atMs;
    const startTime = call.beganMs + playedMs - latency.total;
    const attributes = { 'parley.turn': event.turn, 'parley.latency_estimated': latency.estimated };
    const span = tracer.startSpan('turn', { startTime, attributes }, call.inside);
    stageSpans(trace.setSpan(call.inside, span), startTime, latency);
    span.end(startTime + latency.total);
  }

  /** The stages add up to the total: each begins where the previous one ended. */
  function stageSpans(inside: Context, beganMs: number, latency: TurnLatency): void {
    let startTime = beganMs;
    for (const stage of stages) {
      const ms = latency[stage];
      if (ms > 0) tracer.startSpan(stage, { startTime }, inside).end(startTime + ms);
      startTime += ms;
    }
  }

  return {
    saw(callUuid, event) {
      if (event.type === 'started') open(callUuid, event);
      const call = calls.get(callUuid);
      if (call === undefined) return;
      switch (event.type) {
        case 'line':
          if (event.line.speaker === 'agent') call.agentLine = { turn: event.line.turn, startMs: event.line.startMs };
          break;
        case 'turn':
          turn(call, event);
          break;
        case 'barge_in':
          call.span.addEvent('barge_in', {}, call.beganMs + event.onsetMs);
          break;
        case 'alarm':
          call.span.addEvent('alarm', { 'parley.alarm': event.code }, call.beganMs + event.atMs);
          break;
        case 'ended':
          call.span.setAttribute('parley.end_reason', event.reason);
          if (event.reason === 'fault') call.span.setStatus({ code: SpanStatusCode.ERROR });
          call.span.end(event.wallMs);
          calls.delete(callUuid);
          break;
      }
    },
    close() {
      for (const { span } of calls.values()) span.end();
      calls.clear();
    },
  };
}
