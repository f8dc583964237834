import type { z } from 'zod';
import type { browserTest, CallRecord, callList } from '../../../src/features/calls/schema.ts';
import type { flowList } from '../../../src/features/flows/schema.ts';
import type { Health } from '../../../src/features/health/schema.ts';

export type { CallRecord, CallSummary } from '../../../src/features/calls/schema.ts';
export type { Health } from '../../../src/features/health/schema.ts';
export type FlowList = z.output<typeof flowList>;
export type Flow = FlowList['flows'][number];
export type CallList = z.output<typeof callList>;
export type Ticket = z.output<typeof browserTest>;

/** `status` is the server's; undefined when it gave no answer. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number | undefined; readonly detail: string };

const noAnswer = 'The server does not answer. Check that Parley is still running where you started it.';

async function ask<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers: { accept: 'application/json' } });
  } catch {
    return { ok: false, status: undefined, detail: noAnswer };
  }
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return { ok: true, value: body as T };
  return { ok: false, status: response.status, detail: detailOf(body) ?? `The server answered ${response.status}.` };
}

function detailOf(body: unknown): string | undefined {
  const detail = (body as { detail?: unknown } | undefined)?.detail;
  return typeof detail === 'string' ? detail : undefined;
}

/** For queries, which know failure as a throw: the message is the server's sentence. */
async function get<T>(path: string, signal: AbortSignal): Promise<T> {
  const answer = await ask<T>(path, { signal });
  if (!answer.ok) throw new RequestError(answer.detail, answer.status);
  return answer.value;
}

export class RequestError extends Error {
  readonly status: number | undefined;
  constructor(detail: string, status: number | undefined) {
    super(detail);
    this.name = 'RequestError';
    this.status = status;
  }
}

export const requestTicket = (flowUuid: string, signal: AbortSignal): Promise<Answer<Ticket>> =>
  ask(`/api/voice/flows/${encodeURIComponent(flowUuid)}/browser-test`, { method: 'POST', signal });

export const getHealth = (signal: AbortSignal): Promise<Health> => get('/health', signal);
export const getFlows = (signal: AbortSignal): Promise<FlowList> => get('/api/voice/flows?limit=100', signal);
export const getCall = (uuid: string, signal: AbortSignal): Promise<CallRecord> =>
  get(`/v1/calls/${encodeURIComponent(uuid)}?events=1`, signal);
/** Without the event log. */
export const getCallBrief = (uuid: string, signal: AbortSignal): Promise<CallRecord> =>
  get(`/v1/calls/${encodeURIComponent(uuid)}`, signal);
export const getCalls = (page: { limit: number; offset: number }, signal: AbortSignal): Promise<CallList> =>
  get(`/v1/calls?limit=${page.limit}&offset=${page.offset}`, signal);

export const recordingUrl = (uuid: string): string => `/api/voice/calls/${encodeURIComponent(uuid)}/recording`;
