import type { LineState, WireCommand } from '../../line/wire.ts';

/** State of a call. Pure: the shell reports events and does nothing that the state does not permit. */
export type CallState = 'connecting' | 'listening' | 'thinking' | 'speaking' | 'transferring' | 'closing' | 'ended';

export type CallStep =
  | 'stream_started'
  | 'turn_ended'
  | 'reply_audible'
  | 'reply_played'
  | 'reply_dropped'
  | 'transfer_began'
  | 'transfer_failed'
  | 'goodbye_began'
  | 'caller_went_on'
  | 'over';

const table: Readonly<Record<CallState, Partial<Record<CallStep, CallState>>>> = {
  connecting: { stream_started: 'thinking' },
  listening: { turn_ended: 'thinking', transfer_began: 'transferring', goodbye_began: 'closing' },
  thinking: {
    turn_ended: 'thinking',
    reply_audible: 'speaking',
    reply_played: 'listening',
    reply_dropped: 'listening',
    transfer_began: 'transferring',
    goodbye_began: 'closing',
  },
  speaking: {
    turn_ended: 'thinking',
    reply_played: 'listening',
    reply_dropped: 'listening',
    transfer_began: 'transferring',
    goodbye_began: 'closing',
  },
  transferring: { transfer_failed: 'thinking', goodbye_began: 'closing' },
  closing: { caller_went_on: 'listening' },
  ended: {},
};

/** Returns the next state. A step that the state does not allow changes nothing. Every state can end. */
export function nextCallState(state: CallState, step: CallStep): CallState {
  if (step === 'over') return 'ended';
  return table[state][step] ?? state;
}

/** State of a call, also sent to far ends that show it. */
export interface CallStatus {
  readonly advance: (step: CallStep) => void;
  readonly state: CallState;
}

const shownState: Partial<Record<CallState, LineState>> = {
  listening: 'listening',
  thinking: 'thinking',
  speaking: 'speaking',
  closing: 'speaking',
};

export function createCallStatus(send: (command: WireCommand) => boolean): CallStatus {
  let state: CallState = 'connecting';
  return {
    advance(step) {
      const next = nextCallState(state, step);
      if (next === state) return;
      state = next;
      const shown = shownState[next];
      if (shown !== undefined) send({ type: 'state', state: shown });
    },
    get state() {
      return state;
    },
  };
}
