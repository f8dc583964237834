import { answerTo, client, valueFrom } from './client.ts';

const ofUuid = (uuid: string) => ({ path: { uuid } });

interface TicketOptions {
  readonly signal: AbortSignal;
  /** The version of the agent to test; that of other calls by default. */
  readonly agentVersion?: number | undefined;
}

const bodyFor = (version: number | undefined) => (version === undefined ? {} : { body: { agent_version: version } });

/** Returns the stream of a test call to the agent of a campaign. */
export const requestTicket = (uuid: string, { signal, agentVersion: version }: TicketOptions) =>
  answerTo(client.POST('/api/voice/flows/{uuid}/browser-test', { params: ofUuid(uuid), ...bodyFor(version), signal }));

/** Returns the stream of a test call to an agent in no campaign. */
export const requestAgentTicket = (uuid: string, { signal, agentVersion: version }: TicketOptions) =>
  answerTo(client.POST('/api/voice/agents/{uuid}/browser-test', { params: ofUuid(uuid), ...bodyFor(version), signal }));

export const getHealth = (signal: AbortSignal) => valueFrom(client.GET('/health', { signal }));
export const getFlows = (signal: AbortSignal) =>
  valueFrom(client.GET('/api/voice/flows', { params: { query: { limit: 100 } }, signal }));
export const getCall = (uuid: string, signal: AbortSignal) =>
  valueFrom(client.GET('/v1/calls/{uuid}', { params: { ...ofUuid(uuid), query: { events: 'true' } }, signal }));
/** Without the event log. */
export const getCallBrief = (uuid: string, signal: AbortSignal) =>
  valueFrom(client.GET('/v1/calls/{uuid}', { params: ofUuid(uuid), signal }));
