import type { Tools } from '../../media/ports.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import { createAgentStore } from '../features/agents/index.ts';
import type { CallStore } from '../features/calls/index.ts';
import type { Flows } from '../features/flows/index.ts';
import { createToolRunner } from '../features/tools/index.ts';
import { createOutbound } from '../outbound/index.ts';

export interface ToolsPlaneOptions {
  readonly config: Pick<Config, 'webhooks' | 'version'>;
  readonly database: Database;
  readonly calls: Pick<CallStore, 'find'>;
  readonly flows: Pick<Flows, 'get'>;
}

/** A caller waits for the answer. */
const deadlineMs = 6000;

/** The tools of agents, called while they speak. */
export function openToolsPlane({ config, database, calls, flows }: ToolsPlaneOptions): Tools {
  const agents = createAgentStore(database);
  return createToolRunner({
    version: config.version,
    outbound: createOutbound({ ...config.webhooks, deadlineMs }),
    async find(callUuid, name) {
      const call = await calls.find(callUuid);
      if (call === undefined) return undefined;
      const { organisationId, uuid, fromNumber: from, toNumber: to, contactUuid } = call;
      const flow = await flows.get(organisationId, call.flowUuid);
      const agentUuid = flow?.voiceAgentUuid ?? null;
      const agent = agentUuid === null ? undefined : await agents.get(organisationId, agentUuid);
      return { call: { uuid, from, to, contactUuid }, tool: agent?.tools.find((tool) => tool.name === name) };
    },
  });
}
