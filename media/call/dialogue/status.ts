import type { LineState, WireCommand } from '../../line/wire.ts';
import { type CallState, type CallStep, nextCallState } from './state.ts';

/** Where a call stands, told to far ends that show it. */
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
