import type { AgentEvent, AgentMemory, AgentTrace } from '../line/agent.ts';
import type { EmbeddedAnswer } from './embedded/agent.ts';
import type { Phrase } from './phrases.ts';

export const phraseEvent = ({ text, continues }: Phrase): AgentEvent => ({
  type: 'phrase',
  text,
  ...(continues && { continues }),
});

/** Memory comes first, so that an interrupted reply still records what the caller said. */
export function eventsOf(
  answer: EmbeddedAnswer,
  memory: AgentMemory,
  fallback: Pick<AgentTrace, 'fallback' | 'refusal'> = {},
): readonly AgentEvent[] {
  return [
    { type: 'memory', memory },
    ...answer.phrases.map(phraseEvent),
    ...answer.actions.map((action): AgentEvent => ({ type: 'action', action })),
    { type: 'trace', trace: { ...answer.trace, ...fallback } },
  ];
}
