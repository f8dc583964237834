import type { AgentEvent, AgentMemory, AgentTrace } from '../line/agent.ts';
import type { EmbeddedAnswer } from './embedded/agent.ts';
import type { Phrase } from './phrases.ts';

/** Why the embedded agent answers in place of language models, and what those used. */
export type Fallback = Pick<AgentTrace, 'fallback' | 'refusal' | 'models'>;

export const phraseEvent = ({ text, continues }: Phrase): AgentEvent => ({
  type: 'phrase',
  text,
  ...(continues && { continues }),
});

/** Memory comes first, so that an interrupted reply still records what the caller said. */
export function eventsOf(answer: EmbeddedAnswer, memory: AgentMemory, fallback: Fallback = {}): readonly AgentEvent[] {
  return [
    { type: 'memory', memory },
    ...answer.phrases.map(phraseEvent),
    ...answer.actions.map((action): AgentEvent => ({ type: 'action', action })),
    { type: 'trace', trace: { ...answer.trace, ...fallback } },
  ];
}
