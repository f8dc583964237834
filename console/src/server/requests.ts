import type { CallList, CallRecord, FlowList, Health, Ticket } from './answers.ts';
import { type Answer, ask, get } from './ask.ts';

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
