import type { FastifyInstance } from 'fastify';
import type { ById, Tools } from '../../../media/ports.ts';
import type { Database } from '../../data/index.ts';
import { createAgentStore } from '../../features/agents/agents/index.ts';
import { registerToolRoutes } from '../../features/agents/tool-trials/index.ts';
import { createToolRunner, type ExecuteTool } from '../../features/agents/tools/index.ts';
import type { CallLogWriter, CallStore } from '../../features/calls/calls/index.ts';
import { createCallbacks } from '../../features/calls/dialing/index.ts';
import { callbackToolName, type Flows } from '../../features/campaigns/campaigns/index.ts';

export interface ToolsModuleOptions {
  readonly database: Database;
  readonly calls: Pick<CallStore, 'find'>;
  readonly callLog: Pick<CallLogWriter, 'unstored'>;
  readonly flows: Pick<Flows, 'ofCall' | 'handedTo'>;
  readonly execute: ExecuteTool;
  readonly now: () => Date;
  readonly nowMs: () => number;
}

/** Opens the tools that agents call during a conversation. */
export function openToolsModule({ database, calls, callLog, flows, execute, now, nowMs }: ToolsModuleOptions) {
  const agents = createAgentStore(database);
  const scheduleCallback = createCallbacks({ database, now });
  const tools: ById<Tools> = createToolRunner({
    execute,
    async find(callUuid, name, agent) {
      const call = callLog.unstored(callUuid) ?? (await calls.find(callUuid));
      if (call === undefined) return undefined;
      const { organisationId, uuid, callType, fromNumber: from, toNumber: to, contactUuid } = call;
      const began = await flows.ofCall(organisationId, call.flowUuid, call);
      const flow = began && agent !== undefined ? (await flows.handedTo(began, agent))?.flow : began;
      return {
        organisation: organisationId,
        call: {
          uuid,
          direction: callType === 'outbound' ? 'outbound' : 'inbound',
          from,
          to,
          contactUuid,
          isCallerVerified: call.callerVerified !== false,
        },
        tool: flow?.agent?.tools.find((tool) => tool.name === name),
        builtIn:
          name === callbackToolName && flow?.config.built_in_tools[callbackToolName] === true
            ? (args) => scheduleCallback(organisationId, call, args)
            : undefined,
      };
    },
  });
  return {
    /** Ports for sessions that are calls. */
    ports: { tools: { run: (...of) => database.remembered(() => tools.run(...of)) } satisfies ById<Tools> },
    routes: (app: FastifyInstance) =>
      registerToolRoutes(app, {
        execute,
        nowMs,
        toolsOf: async (organisation, uuid) => (await agents.get(organisation, uuid))?.tools,
      }),
  };
}
