import type { CallStatus } from './call-state.ts';
import type { Captions } from './captions.ts';
import type { ResponderState } from './responder-state.ts';
import type { Waiting } from './waiting.ts';

/** What the responder needs from its dialogue. */
export interface ResponderSurroundings {
  readonly captions: Captions;
  readonly callerSpeaking: () => boolean;
  /** The agent said something, or stopped. */
  readonly onActivity: () => void;
}

/** State that the agent's turns depend on and change. */
export interface TurnKeeping {
  readonly status: CallStatus;
  readonly state: ResponderState;
  readonly waiting: Waiting;
}
