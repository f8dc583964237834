import type { BrainInput } from '../../line/brain.ts';
import type { EndedTurn } from '../recognition/audio-recognition.ts';

/** What is to be answered as soon as neither side speaks. */
export interface Waiting {
  /** The caller's turn, which joins what he said before it. */
  addTurn(turn: EndedTurn): void;
  /** Keys, or what a tool or a transfer led to. The oldest gives way when there are too many. */
  addInput(input: BrainInput): void;
  /** What was said and not yet answered, in front of this. */
  withSaid(text: string): string;
  takeTurn(): EndedTurn | undefined;
  takeInput(): BrainInput | undefined;
  /** What a person who listens wants to have said. False when too much of it waits. */
  addText(text: string): boolean;
  takeText(): string | undefined;
  clear(): void;
}

/** More results than a reply has actions. */
const maxInputs = 16;
const maxTexts = 5;

export function createWaiting(): Waiting {
  let turn: EndedTurn | undefined;
  const inputs: BrainInput[] = [];
  const texts: string[] = [];
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
      const taken = turn;
      turn = undefined;
      return taken;
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
