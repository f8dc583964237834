import type { ById, Tools } from '../../../../media/ports.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { ToolCall } from './caller-fields.ts';
import type { CallTool } from './definition.ts';
import type { ExecuteTool } from './execution.ts';

export interface ToolRunnerOptions {
  /** Returns the call and its agent's tool of this name; `tool` is undefined if the agent has none. */
  readonly find: (
    callUuid: string,
    name: string,
    /** The agent that has taken over the call; undefined for the one that began it. */
    agent: string | undefined,
  ) => Promise<
    | {
        readonly organisation: OrganisationId;
        readonly call: ToolCall;
        readonly tool: CallTool | undefined;
        /** Carries out a built-in tool of this name, unless the agent has a tool with it. */
        readonly builtIn?: ((args: Readonly<Record<string, unknown>>) => ReturnType<Tools['run']>) | undefined;
      }
    | undefined
  >;
  readonly execute: ExecuteTool;
}

/** Runs the tools of agents in calls. Every failure is returned as a sentence that the agent can use. */
export function createToolRunner({ find, execute }: ToolRunnerOptions): ById<Tools> {
  return {
    async run(callUuid, name, args, { turn, id = name, agent }) {
      const match = await find(callUuid, name, agent);
      if (match?.tool === undefined && match?.builtIn !== undefined) return match.builtIn(args);
      if (match?.tool === undefined) return { ok: false, result: `No endpoint is connected for ${name}.` };
      const { organisation, call, tool } = match;
      const { ok, result } = await execute({ organisation, tool, args, occasion: { call, turn, id } });
      return { ok, result };
    },
  };
}
