import type { ById, Tools } from '../../media/ports.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../data/index.ts';
import { createAgentStore } from '../features/agents/agents/index.ts';
import { createToolRunner } from '../features/agents/tools/index.ts';
import type { CallStore } from '../features/calls/calls/index.ts';
import type { Flows } from '../features/campaigns/campaigns/index.ts';
import { createHttpClient } from '../http-client/index.ts';

export interface ToolsModuleOptions {
  readonly config: Pick<Config, 'webhooks' | 'version'>;
  readonly database: Database;
  readonly calls: Pick<CallStore, 'find'>;
  readonly flows: Pick<Flows, 'get'>;
}

/** Short, because the caller waits for the result. */
const deadlineMs = 6000;

/** Opens the tools that agents call during a conversation. */
export function openToolsModule({ config, database, calls, flows }: ToolsModuleOptions) {
  const agents = createAgentStore(database);
  const tools: ById<Tools> = createToolRunner({
    version: config.version,
    httpClient: createHttpClient({ ...config.webhooks, deadlineMs }),
    async find(callUuid, name) {
      const call = await calls.find(callUuid);
      if (call === undefined) return undefined;
      const { organisationId, uuid, callType, fromNumber: from, toNumber: to, contactUuid } = call;
      const flow = await flows.get(organisationId, call.flowUuid);
      const agentUuid = flow?.voiceAgentUuid ?? null;
      const agent = agentUuid === null ? undefined : await agents.get(organisationId, agentUuid);
      return {
        call: {
          uuid,
          direction: callType === 'outbound' ? 'outbound' : 'inbound',
          from,
          to,
          contactUuid,
          isCallerVerified: call.callerVerified !== false,
        },
        tool: agent?.tools.find((tool) => tool.name === name),
      };
    },
  });
  /** Ports for sessions that are calls. */
  return { ports: { tools } };
}
