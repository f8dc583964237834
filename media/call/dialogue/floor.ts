import type { AgentTurn } from './agent-turn.ts';
import type { CallStep } from './state.ts';

export interface FloorOptions {
  readonly agent: AgentTurn;
  /** Whether the agent gives way to a caller who speaks over it. */
  readonly yields: () => boolean;
  readonly advance: (step: CallStep) => void;
  /** The agent stopped. */
  readonly onActivity: () => void;
}

/** Who may speak: when the agent gives way to its caller, and when it goes on. */
export interface Floor {
  /** There is nothing to interrupt, or it may be. */
  readonly free: boolean;
  /** Silence, at once. */
  stop(): void;
  /** Silence until it is known whether the caller says anything. False when there is nothing to hold. */
  hold(): boolean;
  /** There are words: what was held is not gone on with. */
  confirm(): void;
  /** The caller interrupts: the reply is over. False when there was none, or it must be heard. */
  cut(): boolean;
  /** It was no interruption: goes on where the reply fell silent. */
  resume(): void;
  soften(softly: boolean): void;
}

export function createFloor({ agent, yields, advance, onActivity }: FloorOptions): Floor {
  const isFree = (): boolean => !agent.speaking || yields();

  function stop(): void {
    if (!agent.speaking) return;
    agent.stop();
    onActivity();
    advance('reply_dropped');
  }

  return {
    get free() {
      return isFree();
    },
    stop,
    hold() {
      if (!agent.speaking || !isFree() || !agent.hold()) return false;
      onActivity();
      advance('reply_dropped');
      return true;
    },
    confirm() {
      if (agent.held) stop();
    },
    cut() {
      if (!agent.speaking || !isFree()) return false;
      stop();
      return true;
    },
    resume() {
      if (!agent.held) return;
      advance('turn_ended');
      agent.resume();
    },
    soften: (softly) => agent.soften(softly && isFree()),
  };
}
