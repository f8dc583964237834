import type { CallEvent, NamedPerson, SpokenBy } from '../../../../media/ports.ts';
import type { Sentence } from '../../../audio/index.ts';
import type { CallRow } from '../calls/index.ts';

type Line = Extract<CallEvent, { type: 'line' }>;
type Speaker = Line['line']['speaker'];

/**
 * Returns the speaker of each channel: the recorded leg is the first one. With a single channel the speakers are
 * unknown.
 */
export function speakersOf({ agentUserUuid }: Pick<CallRow, 'agentUserUuid'>, channels: number): readonly Speaker[] {
  if (channels < 2) return ['customer'];
  return agentUserUuid === null ? ['customer', 'agent'] : ['agent', 'customer'];
}

/**
 * Returns who speaks on our side of a provider's recording, if not the call's agent: after a transfer, a teammate. A
 * teammate's own call has no other agent.
 */
export const spokenByOf = (
  { agentUserUuid }: Pick<CallRow, 'agentUserUuid'>,
  teammate: NamedPerson | undefined,
): SpokenBy | undefined =>
  agentUserUuid === null
    ? { kind: 'human', userUuid: teammate?.userUuid ?? null, name: teammate?.name ?? null }
    : undefined;

interface Recorded {
  readonly speaker: Speaker;
  readonly atMs: number;
  readonly turn: number;
  /** Who speaks for the agent's side, if not the agent. */
  readonly spokenBy: SpokenBy | undefined;
}

/** Converts the sentences of a recording that starts `atMs` into the call to transcript lines. */
export const linesOf = (sentences: readonly Sentence[], { speaker, atMs, turn, spokenBy }: Recorded): Line[] =>
  sentences.map(({ startMs, endMs, text }) => {
    const line = {
      turn,
      speaker,
      text: text.replaceAll('\0', ''),
      startMs: atMs + startMs,
      endMs: atMs + endMs,
      words: [],
      ...(speaker === 'customer' || spokenBy === undefined ? {} : { spokenBy }),
    };
    return { type: 'line', atMs: line.startMs, line };
  });
