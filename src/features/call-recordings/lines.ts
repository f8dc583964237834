import type { CallEvent } from '../../../media/ports.ts';
import type { Sentence } from '../../audio/index.ts';
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

/** Converts the sentences of a recording that starts `atMs` into the call to transcript lines. */
export const linesOf = (
  sentences: readonly Sentence[],
  { speaker, atMs, turn }: { readonly speaker: Speaker; readonly atMs: number; readonly turn: number },
): Line[] =>
  sentences.map(({ startMs, endMs, text }) => {
    const line = {
      turn,
      speaker,
      text: text.replaceAll('\0', ''),
      startMs: atMs + startMs,
      endMs: atMs + endMs,
      words: [],
    };
    return { type: 'line', atMs: line.startMs, line };
  });
