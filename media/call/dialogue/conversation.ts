import type { BrainInput, BrainMemory, BrainPlan, BrainRequest, HeardLine, LlmConfig } from '../../line/brain.ts';
import type { TranscriptLine } from '../../ports.ts';

/** What has truly been said and heard, and the brain's notes about it. Pure state: no clock, no models. */
export interface Conversation {
  /** What to ask the brain now. Asking changes nothing, so a reply may be tried ahead of time. */
  request(input: BrainInput, nowMs: number): BrainRequest;
  /** Words of the caller whose reply was not heard, put before the new words. */
  withCarried(text: string): string;
  /** The caller's turn is over and this was said: the reply to it is wanted. */
  turnTaken(input: BrainInput): void;
  /** The reply was played, or stopped after some of it was heard. */
  replied(line: TranscriptLine | undefined, memory: BrainMemory | undefined): void;
  /**
   * The reply was stopped before a word of it was heard: as if the caller had not finished. What a tool or a transfer
   * led to is returned, to be reported later.
   */
  unheard(): (BrainInput & { kind: 'tool_result' | 'transfer_result' }) | undefined;
  /** Said while a person spoke instead of the agent: history, and nothing to answer. */
  overheard(line: HeardLine): void;
  /** From here on the agent follows this too. */
  guide(text: string): void;
  readonly turn: number;
}

/** Lines of history given to the brain; a phone call rarely has more, and a model's window is finite. */
const historyLines = 200;
/** Of a person who listens; the oldest is forgotten. */
const mostGuidance = 10;

export function createConversation(callUuid: string, plan: BrainPlan, llm?: LlmConfig): Conversation {
  const history: HeardLine[] = [];
  let memory: BrainMemory = null;
  const guidance: string[] = [];
  let carried = '';
  let turn = 0;
  /** The input that the reply in progress answers. */
  let answering: BrainInput | undefined;

  const push = (line: HeardLine): void => {
    history.push(line);
    if (history.length > historyLines) history.shift();
  };

  /** The greeting is turn 0. */
  const turnOf = (input: BrainInput): number => (input.kind === 'opening' ? turn : turn + 1);

  const rememberInput = (): void => {
    if (answering?.kind === 'said') push({ speaker: 'caller', text: answering.text });
    else if (answering?.kind === 'dtmf') push({ speaker: 'caller', text: answering.digits });
    answering = undefined;
  };

  return {
    request(input, nowMs) {
      const said: HeardLine[] = input.kind === 'said' || carried === '' ? [] : [{ speaker: 'caller', text: carried }];
      const guided = guidance.length === 0 ? plan : { ...plan, guidance: [...guidance] };
      const told = {
        callUuid,
        turn: turnOf(input),
        plan: guided,
        memory,
        history: [...history, ...said],
        input,
        nowMs,
      };
      return llm === undefined ? told : { ...told, llm };
    },
    withCarried: (text) => (carried === '' ? text : `${carried} ${text}`),
    turnTaken(input) {
      rememberInput();
      // Carried-over words are part of the next turn, and stand alone before anything else.
      if (input.kind !== 'said' && carried !== '') push({ speaker: 'caller', text: carried });
      answering = input;
      carried = '';
      turn = turnOf(input);
    },
    replied(line, newMemory) {
      rememberInput();
      if (newMemory !== undefined) memory = newMemory;
      if (line === undefined) return;
      push({ speaker: 'agent', text: line.text, ...(line.interrupted === true ? { interrupted: true } : {}) });
    },
    unheard() {
      const unanswered = answering;
      if (unanswered?.kind === 'said') carried = unanswered.text;
      else rememberInput();
      answering = undefined;
      if (unanswered?.kind === 'tool_result' || unanswered?.kind === 'transfer_result') return unanswered;
      return undefined;
    },
    overheard(line) {
      if (carried !== '') push({ speaker: 'caller', text: carried });
      carried = '';
      if (line.text !== '') push(line);
    },
    guide(text) {
      guidance.push(text);
      if (guidance.length > mostGuidance) guidance.shift();
    },
    get turn() {
      return turn;
    },
  };
}
