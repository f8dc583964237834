import type { AgentAction, AgentInput } from '../../line/agent.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent, MediaPorts, SessionRef } from '../../ports.ts';

export interface AgentActionsOptions {
  readonly session: SessionRef;
  readonly ports: MediaPorts;
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
  readonly send: (command: WireCommand) => boolean;
  readonly signal: AbortSignal;
  /** Receives the result of an action, for the agent to speak about. */
  readonly onResult: (input: AgentInput & { kind: 'tool_result' | 'transfer_result' }) => void;
  readonly onTrouble: (error: unknown) => void;
  readonly onTransferring: () => void;
  readonly onTransferred: () => void;
}

/** Executes the actions of a reply once it has been played. */
export interface AgentActions {
  carryOut(action: AgentAction): void;
  /** Called when the caller has spoken: resets the count of consecutive tools. */
  callerSpoke(): void;
}

/** Maximum number of tools in a row while the caller says nothing. The agent ends its rounds of tools earlier. */
const toolsInARow = 16;

export function createAgentActions(options: AgentActionsOptions): AgentActions {
  const { session, ports, nowMs, note, signal } = options;
  let used = 0;

  async function runTool({ id, name, arguments: args }: AgentAction & { kind: 'tool' }): Promise<void> {
    used += 1;
    const failed = (why: unknown): { ok: boolean; result: string } => ({ ok: false, result: String(why) });
    const { ok, result } =
      used > toolsInARow
        ? failed('too many tools in a row')
        : await Promise.resolve()
            .then(() => ports.tools.run(session, name, args))
            .catch(failed);
    if (!signal.aborted) options.onResult({ kind: 'tool_result', id, name, ok, result });
  }

  async function transfer({ id, target, brief }: AgentAction & { kind: 'transfer' }): Promise<void> {
    options.onTransferring();
    const result = await Promise.resolve()
      .then(() => ports.transfers.transfer(session, target, brief))
      .catch(() => 'failed' as const);
    if (signal.aborted) return;
    if (result === 'accepted') options.onTransferred();
    else options.onResult({ kind: 'transfer_result', id, result });
  }

  return {
    carryOut(action) {
      // An end is logged where it is decided, while the goodbye is still playing.
      if (action.kind !== 'end') note({ type: 'action', atMs: nowMs(), action });
      if (action.kind === 'tool') runTool(action).catch(options.onTrouble);
      if (action.kind === 'transfer') transfer(action).catch(options.onTrouble);
      if (action.kind !== 'dtmf') return;
      for (const digit of action.digits) options.send({ type: 'dtmf', digit });
    },
    callerSpoke() {
      used = 0;
    },
  };
}
