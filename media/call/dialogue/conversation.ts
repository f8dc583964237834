import type { AgentInput, AgentMemory, AgentPlan, AgentRequest, HeardLine, LlmConfig } from '../../line/agent.ts';
import type { TranscriptLine } from '../../ports.ts';

/** What was actually said and heard, and the agent's memory. Pure state: no clock, no models. */
export interface Conversation {
  /** Returns the request for a reply. Changes nothing, so it can be used for a speculative reply. */
  request(input: AgentInput, nowMs: number): AgentRequest;
  /** Prepends the caller's words whose reply was not heard. */
  withCarried(text: string): string;
  /** Records the finished turn of the caller, whose reply is now committed. */
  turnTaken(input: AgentInput): void;
  /** Records a reply that was played. */
  replied(line: TranscriptLine | undefined, memory: AgentMemory | undefined): void;
  /**
   * Records a reply that was stopped after part of it was heard, or after some of its actions had begun; the others are
   * not carried out.
   */
  interrupted(line: TranscriptLine | undefined, memory: AgentMemory | undefined, begun?: readonly string[]): void;
  /**
   * Records that the reply was stopped before any word was heard: as if the caller had not finished. Returns the result
   * of an action, to be reported later.
   */
  unheard(): ActionResult | undefined;
  /** Records that the actions of the last reply, which was played, are not carried out. */
  actionsDropped(): void;
  /** Records a line spoken while a person replaced the agent: history that needs no answer. */
  overheard(line: HeardLine): void;
  /** The agent of this plan answers from now on, with this model. */
  handedOver(plan: AgentPlan, llm: LlmConfig | undefined): void;
  /** Adds an instruction that the agent follows from now on. */
  guide(text: string): void;
  readonly turn: number;
  /** Plan of the agent that answers now. */
  readonly plan: AgentPlan;
}

/** The result of an action, for the agent to speak about. */
export type ActionResult = AgentInput & { kind: 'tool_result' | 'transfer_result' | 'hand_over_result' };

const isActionResult = (input: AgentInput): input is ActionResult =>
  input.kind === 'tool_result' || input.kind === 'transfer_result' || input.kind === 'hand_over_result';

/** Lines of history in a request; a phone call rarely has more, and a model's context is finite. */
const historyLines = 200;
/** Maximum number of instructions from a supervising person; the oldest is dropped. */
const mostGuidance = 10;

export function createConversation(callUuid: string, firstPlan: AgentPlan, firstLlm?: LlmConfig): Conversation {
  let plan = firstPlan;
  let llm = firstLlm;
  const history: HeardLine[] = [];
  let memory: AgentMemory = null;
  const guidance: string[] = [];
  let carried = '';
  let turn = 0;
  /** Turn of the reply whose memory is kept, if it was interrupted. */
  let interruptedTurn: number | undefined;
  /** Ids of its actions that had begun. */
  let begunActions: readonly string[] = [];
  /** The input that the current reply answers. */
  let answering: AgentInput | undefined;

  const push = (line: HeardLine): void => {
    history.push(line);
    if (history.length > historyLines) history.shift();
  };

  /** The greeting is turn 0. */
  const turnOf = (input: AgentInput): number => (input.kind === 'opening' ? turn : turn + 1);

  const rememberInput = (): void => {
    if (answering?.kind === 'said') push({ speaker: 'caller', text: answering.text });
    else if (answering?.kind === 'dtmf') push({ speaker: 'caller', text: answering.digits });
    answering = undefined;
  };

  function keep(line: TranscriptLine | undefined, newMemory: AgentMemory | undefined, stopped?: number): void {
    rememberInput();
    if (newMemory !== undefined) {
      memory = newMemory;
      interruptedTurn = stopped;
    }
    if (line === undefined) return;
    push({ speaker: 'agent', text: line.text, ...(line.interrupted === true ? { interrupted: true } : {}) });
  }

  return {
    request(input, nowMs) {
      const heardSoFar: HeardLine[] =
        input.kind === 'said' || carried === '' ? [] : [{ speaker: 'caller', text: carried }];
      const guided = guidance.length === 0 ? plan : { ...plan, guidance: [...guidance] };
      const request = {
        callUuid,
        turn: turnOf(input),
        plan: guided,
        memory,
        history: [...history, ...heardSoFar],
        input,
        nowMs,
        ...(interruptedTurn !== undefined && { interruptedTurn }),
        ...(begunActions.length > 0 && { begunActions }),
      };
      return llm === undefined ? request : { ...request, llm };
    },
    withCarried: (text) => (carried === '' ? text : `${carried} ${text}`),
    turnTaken(input) {
      rememberInput();
      // Carried-over words are part of the next spoken turn, but a line on their own before any other input.
      if (input.kind !== 'said' && carried !== '') push({ speaker: 'caller', text: carried });
      answering = input;
      carried = '';
      turn = turnOf(input);
    },
    replied(line, newMemory) {
      keep(line, newMemory, undefined);
      if (newMemory !== undefined) begunActions = [];
    },
    interrupted(line, newMemory, begun = []) {
      keep(line, newMemory, turn);
      if (newMemory !== undefined) begunActions = begun;
    },
    unheard() {
      const unanswered = answering;
      if (unanswered?.kind === 'said') carried = unanswered.text;
      else rememberInput();
      answering = undefined;
      return unanswered !== undefined && isActionResult(unanswered) ? unanswered : undefined;
    },
    actionsDropped() {
      interruptedTurn = turn;
      begunActions = [];
    },
    overheard(line) {
      if (carried !== '') push({ speaker: 'caller', text: carried });
      carried = '';
      if (line.text !== '') push(line);
    },
    handedOver(next, nextLlm) {
      plan = next;
      llm = nextLlm;
    },
    guide(text) {
      guidance.push(text);
      if (guidance.length > mostGuidance) guidance.shift();
    },
    get plan() {
      return plan;
    },
    get turn() {
      return turn;
    },
  };
}
