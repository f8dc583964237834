import type { AgentInput } from '../../line/agent.ts';
import type { SupervisorText } from '../../ports.ts';
import type { EndedTurn } from '../recognition/recognition-events.ts';

/** Inputs to answer as soon as neither side speaks. */
export interface Waiting {
  /** Adds the caller's turn, appended to earlier unanswered words. */
  addTurn(turn: EndedTurn): void;
  /** Adds keys, or the result of a tool or a transfer. Drops the oldest when full. */
  addInput(input: AgentInput): void;
  /** Returns the unanswered words followed by `text`. */
  withSaid(text: string): string;
  takeTurn(): EndedTurn | undefined;
  takeInput(): AgentInput | undefined;
  /** Adds a text for the agent to say. Returns false when full. */
  addText(text: SupervisorText): boolean;
  takeText(): SupervisorText | undefined;
  clear(): void;
}

/** More results than a reply has actions. */
const maxInputs = 16;
const maxTexts = 5;

export function createWaiting(): Waiting {
  let turn: EndedTurn | undefined;
  const inputs: AgentInput[] = [];
  const texts: SupervisorText[] = [];
  const withSaid = (text: string): string => (turn === undefined ? text : `${turn.utterance.text} ${text}`);
  return {
    addTurn(next) {
      turn = { ...next, utterance: { ...next.utterance, text: withSaid(next.utterance.text) } };
    },
    addInput(input) {
      inputs.push(input);
      if (inputs.length > maxInputs) inputs.shift();
    },
    withSaid,
    takeTurn() {
      const endedTurn = turn;
      turn = undefined;
      return endedTurn;
    },
    takeInput: () => inputs.shift(),
    addText: (text) => texts.length < maxTexts && texts.push(text) > 0,
    takeText: () => texts.shift(),
    clear() {
      turn = undefined;
      inputs.length = 0;
      texts.length = 0;
    },
  };
}
