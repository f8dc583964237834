import type { BrainEvent, BrainMemory } from '../line/brain.ts';
import type { EmbeddedAnswer } from './embedded/brain.ts';
import type { Phrase } from './phrases.ts';

export const phraseEvent = ({ text, continues }: Phrase): BrainEvent => ({
  type: 'phrase',
  text,
  ...(continues && { continues }),
});

/** Memory comes first, so that an interrupted reply still records what the caller said. */
export function eventsOf(answer: EmbeddedAnswer, memory: BrainMemory, fallback?: string): readonly BrainEvent[] {
  return [
    { type: 'memory', memory },
    ...answer.phrases.map(phraseEvent),
    ...answer.actions.map((action): BrainEvent => ({ type: 'action', action })),
    { type: 'trace', trace: { ...answer.trace, ...(fallback !== undefined && { fallback }) } },
  ];
}
