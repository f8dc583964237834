import { z } from 'zod';
import type { Scope } from '../../../http/identity.ts';

/** The request of the API that a tool stands for. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly payload?: object;
}

/** A tool for programs that speak MCP. Its request has the rights and limits of the caller. */
export interface EndpointTool {
  readonly name: string;
  readonly description: string;
  readonly scope: Scope;
  readonly isReading: boolean;
  readonly input: z.ZodObject;
  readonly request: (args: Readonly<Record<string, unknown>>) => ApiRequest;
}

/** Rows of the table: the type of `args` follows from `input`. */
const row = <Shape extends z.ZodRawShape>(
  tool: Omit<EndpointTool, 'input' | 'request'> & {
    readonly input: z.ZodObject<Shape>;
    readonly request: (args: z.output<z.ZodObject<Shape>>) => ApiRequest;
  },
): EndpointTool => tool as unknown as EndpointTool;

const page = {
  limit: z.number().int().min(1).max(100).default(20),
  offset: z.number().int().min(0).default(0),
};
const moment = z.string().max(40).describe('A date such as 2026-11-24, or a time in ISO 8601');
const callFilters = {
  ...page,
  direction: z.enum(['inbound', 'outbound']).optional(),
  sentiment: z.enum(['positive', 'neutral', 'negative']).optional(),
  campaign_id: z.uuid().optional(),
  agent_id: z.uuid().optional(),
  contact_id: z.uuid().optional(),
  date_from: moment.optional(),
  date_to: moment.optional(),
};
const oneCall = z.object({ call_uuid: z.uuid() });

const queryOf = (args: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

export const endpointTools: readonly EndpointTool[] = [
  row({
    name: 'list_calls',
    description: 'Lists calls, newest first, with their outcome, sentiment and summary.',
    scope: 'voice:calls:read',
    isReading: true,
    input: z.object(callFilters),
    request: (args) => ({ method: 'GET', url: '/v1/calls', query: queryOf(args) }),
  }),
  row({
    name: 'search_calls',
    description: 'Searches calls by a phone number, or by the name or e-mail address of the contact.',
    scope: 'voice:calls:read',
    isReading: true,
    input: z.object({ q: z.string().min(1).max(200), ...callFilters }),
    request: (args) => ({ method: 'GET', url: '/v1/calls', query: queryOf(args) }),
  }),
  row({
    name: 'get_call',
    description: 'Returns one call with its details, for instance to follow the progress of a call just placed.',
    scope: 'voice:calls:read',
    isReading: true,
    input: oneCall,
    request: ({ call_uuid: uuid }) => ({ method: 'GET', url: `/v1/calls/${uuid}` }),
  }),
  row({
    name: 'get_transcript',
    description: 'Returns what both sides of a call said.',
    scope: 'voice:calls:read',
    isReading: true,
    input: oneCall,
    request: ({ call_uuid: uuid }) => ({ method: 'GET', url: `/v1/calls/${uuid}/transcript` }),
  }),
  row({
    name: 'call_stats',
    description: 'Counts calls by outcome and sentiment, with the connection rate and the average duration.',
    scope: 'voice:calls:read',
    isReading: true,
    input: z.object({ campaign_id: z.uuid().optional(), date_from: moment.optional(), date_to: moment.optional() }),
    request: (args) => ({ method: 'GET', url: '/v1/calls/stats', query: queryOf(args) }),
  }),
  row({
    name: 'place_call',
    description: 'Calls a number now, for an outbound campaign, whose agent speaks. Returns the call_uuid.',
    scope: 'voice:calls:write',
    isReading: false,
    input: z.object({
      to: z.string().min(3).max(40).describe('The number, in E.164'),
      campaign_id: z.uuid(),
    }),
    request: (args) => ({ method: 'POST', url: '/v1/calls', payload: args }),
  }),
  row({
    name: 'list_reports',
    description: 'Lists the reports of the organisation, newest first.',
    scope: 'sales:reports:read',
    isReading: true,
    input: z.object(page),
    request: (args) => ({ method: 'GET', url: '/api/v1/sales/reports', query: queryOf(args) }),
  }),
  row({
    name: 'get_report',
    description: 'Returns a report: statistics, headline metrics, summary and leaderboard.',
    scope: 'sales:reports:read',
    isReading: true,
    input: z.object({ report_id: z.uuid() }),
    request: ({ report_id: id }) => ({ method: 'GET', url: `/api/v1/sales/reports/${id}` }),
  }),
];
