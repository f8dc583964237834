import { type AgentAction, type AgentPlan, isReading } from '../../line/agent.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent, HandedOver, MediaPorts, SessionRef } from '../../ports.ts';
import type { ActionResult } from './conversation.ts';
import { createToolWait } from './tool-wait.ts';

export interface AgentActionsOptions {
  readonly session: SessionRef;
  readonly ports: MediaPorts;
  /** Returns the plan of the agent that answers now. */
  readonly plan: () => AgentPlan;
  /** Returns the current turn. */
  readonly turn: () => number;
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
  readonly send: (command: WireCommand) => boolean;
  readonly signal: AbortSignal;
  /** Receives the result of an action, for the agent to speak about. */
  readonly onResult: (input: ActionResult) => void;
  readonly onTrouble: (error: unknown) => void;
  readonly onTransferring: () => void;
  readonly onTransferred: () => void;
  /** Another agent answers from now on. Its `hand_over_result` follows. */
  readonly onHandedOver: (next: HandedOver) => void;
}

/** Executes the actions of replies, each at most once. */
export interface AgentActions {
  carryOut(action: AgentAction): void;
  /** Executes a tool that changes nothing. Returns false, and does nothing, for other actions. */
  beginEarly(action: AgentAction): boolean;
  /** Returns whether to say now that a tool is still running. It is then assumed to be said. */
  isProgressDue(): boolean;
  /** Whether a tool is running. */
  readonly isRunning: boolean;
  /** Called when the caller has spoken: resets the count of consecutive tools. */
  callerSpoke(): void;
}

/** Maximum number of tools in a row while the caller says nothing. The agent ends its rounds of tools earlier. */
const toolsInARow = 16;

export function createAgentActions(options: AgentActionsOptions): AgentActions {
  const { session, ports, nowMs, note, signal } = options;
  let used = 0;
  /** The agent that has taken over. */
  let agent: string | undefined;
  const begun = new WeakSet<AgentAction>();
  const wait = createToolWait();

  async function runTool({ id, name, arguments: args }: AgentAction & { kind: 'tool' }): Promise<void> {
    used += 1;
    const failed = (why: unknown): { ok: boolean; result: string } => ({ ok: false, result: String(why) });
    const request = { turn: options.turn(), id, ...(agent !== undefined && { agent }) };
    wait.began(nowMs());
    const { ok, result } =
      used > toolsInARow
        ? failed('too many tools in a row')
        : await Promise.resolve()
            .then(() => ports.tools.run(session, name, args, request))
            .catch(failed);
    wait.ended();
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

  async function handOver({ agent: uuid, go }: AgentAction & { kind: 'hand_over' }): Promise<void> {
    const from = options.plan().agentName;
    const next = await Promise.resolve()
      .then(() => ports.handOvers?.handOver(session, uuid))
      .catch(() => undefined);
    if (signal.aborted) return;
    if (next !== undefined) {
      agent = next.agentUuid;
      options.onHandedOver(next);
    }
    options.onResult({ kind: 'hand_over_result', ok: next !== undefined, from, go });
  }

  function carryOut(action: AgentAction): void {
    if (begun.has(action)) return;
    begun.add(action);
    // An end is logged where it is decided, while the goodbye is still playing.
    if (action.kind !== 'end') note({ type: 'action', atMs: nowMs(), action });
    if (action.kind === 'tool') runTool(action).catch(options.onTrouble);
    if (action.kind === 'transfer') transfer(action).catch(options.onTrouble);
    if (action.kind === 'hand_over') handOver(action).catch(options.onTrouble);
    if (action.kind !== 'dtmf') return;
    for (const digit of action.digits) options.send({ type: 'dtmf', digit });
  }

  return {
    carryOut,
    beginEarly(action) {
      if (!isReading(options.plan(), action)) return false;
      carryOut(action);
      return true;
    },
    isProgressDue: () => wait.isProgressDue(nowMs()),
    get isRunning() {
      return wait.isRunning;
    },
    callerSpoke() {
      used = 0;
    },
  };
}
