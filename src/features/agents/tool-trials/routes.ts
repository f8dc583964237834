import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import { organisationOf } from '../../../http/identity.ts';
import { Problem } from '../../../http/problem.ts';
import type { CallTool, ExecuteTool } from '../tools/index.ts';
import * as schema from './schema.ts';

export interface ToolRoutes {
  /** Returns the tools of an agent; undefined if it does not exist. */
  readonly toolsOf: (organisation: OrganisationId, agentUuid: string) => Promise<readonly CallTool[] | undefined>;
  readonly execute: ExecuteTool;
  /** Returns monotonic milliseconds. */
  readonly nowMs: () => number;
}

export function registerToolRoutes(app: FastifyInstance, { toolsOf, execute, nowMs }: ToolRoutes): void {
  app.route<{ Params: z.output<typeof schema.agentTool>; Body: schema.TrialBody }>({
    method: 'POST',
    url: '/api/voice/agents/:uuid/tools/:name/try',
    config: {
      access: { scopes: ['voice:campaigns:write'], role: 'manager' },
      limit: { perMinute: 30 },
      errors: { not_found: 'The agent does not exist, or has no such tool.' },
    },
    schema: {
      summary: 'Runs a tool of an agent with these arguments, and returns its request and its answer.',
      description: 'A tool that writes does so. Secrets are replaced by their names in the response.',
      tags: ['agents'],
      params: schema.agentTool,
      body: schema.trial,
      response: { 200: schema.trialAnswer },
    },
    handler: async (request) => {
      const { uuid, name } = request.params;
      const organisation = organisationOf(request);
      const tools = await toolsOf(organisation, uuid);
      if (tools === undefined) throw new Problem('not_found', `Agent ${uuid} does not exist.`);
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new Problem('not_found', `The agent has no tool ${name}.`);
      const beganMs = nowMs();
      const { arguments: args, from_number: from } = request.body;
      const run = await execute({ organisation, tool, args, occasion: trialOccasion(from) });
      return {
        ok: run.ok,
        result: run.result,
        request: run.request ?? null,
        status: run.status ?? null,
        took_ms: Math.round(nowMs() - beganMs),
      };
    },
  });
}

/** A call that does not exist. */
export const trialOccasion = (from: string) => ({
  call: { uuid: randomUUID(), direction: 'inbound' as const, from, to: '', contactUuid: null, isCallerVerified: false },
  turn: 1,
  id: 'try',
});
