import { expect } from 'vitest';
import type { CallEvent, CallPlan, TurnLatency } from '../../media/ports.ts';
import type { CallRecord, CallSummary } from '../../src/features/calls/calls/schema.ts';
import { lineNumber, localHeaders, type TestApp } from './test-app.ts';

export const headers = localHeaders;
export const hooks = '/api/voice/webhooks';

/** The response fields that these tests check. */
export interface Answer extends CallRecord {
  readonly calls: CallSummary[];
  readonly total: number;
  readonly flows: { readonly name: string }[];
  readonly knowledge: { readonly id: string }[];
}

export async function get(app: TestApp, url: string): Promise<Answer> {
  const answer = await app.http.inject({ url, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

/** Starts a call up to the claim of its stream. */
export async function begin(app: TestApp, id = 'c-1'): Promise<CallPlan> {
  const { body } = await app.http.inject({
    url: `${hooks}/telephony_a/answer`,
    query: { CallUUID: id, From: '+15550001111', To: lineNumber },
  });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] as string;
  return (await app.fake.ports().plans.claim(token, 'telephony_a')) as CallPlan;
}

export const started = (wallMs: number): CallEvent => ({
  type: 'started',
  atMs: 0,
  format: { encoding: 'mulaw', rateHz: 8000 },
  providerCallId: 'c-1',
  streamId: 's-1',
  wallMs,
});
export const line = (turn: number, speaker: 'agent' | 'customer', text: string, startMs: number): CallEvent => ({
  type: 'line',
  atMs: startMs,
  line: { turn, speaker, text, startMs, endMs: startMs + 500, words: [] },
});
export const turnOf = (turn: number, total: number): CallEvent => {
  const latency: TurnLatency = {
    endpoint: 1,
    recognition: 2,
    agent: 3,
    synthesis: 4,
    queue: 5,
    network: 6,
    total,
    estimated: false,
  };
  return { type: 'turn', atMs: turn * 1000, turn, latency, trace: { brain: 'embedded', intent: 'book' } };
};
export const ended = (reason: Extract<CallEvent, { type: 'ended' }>['reason'], wallMs: number): CallEvent => ({
  type: 'ended',
  atMs: 9000,
  reason,
  wallMs,
});
