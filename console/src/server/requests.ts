import { answerTo, client, valueFrom } from './client.ts';

const ofUuid = (uuid: string) => ({ path: { uuid } });

interface TicketOptions {
  readonly signal: AbortSignal;
  readonly agentVersion: number | undefined;
}

export const requestTicket = (uuid: string, { signal, agentVersion: version }: TicketOptions) =>
  answerTo(
    client.POST('/api/voice/flows/{uuid}/browser-test', {
      params: ofUuid(uuid),
      ...(version === undefined ? {} : { body: { agent_version: version } }),
      signal,
    }),
  );

export const getHealth = (signal: AbortSignal) => valueFrom(client.GET('/health', { signal }));
export const getFlows = (signal: AbortSignal) =>
  valueFrom(client.GET('/api/voice/flows', { params: { query: { limit: 100 } }, signal }));
export const getCall = (uuid: string, signal: AbortSignal) =>
  valueFrom(client.GET('/v1/calls/{uuid}', { params: { ...ofUuid(uuid), query: { events: 'true' } }, signal }));
/** Without the event log. */
export const getCallBrief = (uuid: string, signal: AbortSignal) =>
  valueFrom(client.GET('/v1/calls/{uuid}', { params: ofUuid(uuid), signal }));
