import type { Bubble } from '../../../../client/call/bubbles.ts';
import type { Person } from '../../../../client/call/person.ts';
import type { AnalysedCall, Evidence, TurnQuote } from '../../server/answers.ts';

/** One uninterrupted contribution of one side, as shown on the call's page. */
export interface SpokenTurn {
  /** Index into the stored transcript. */
  readonly index: number;
  readonly speaker: 'agent' | 'customer' | 'speaker_1' | 'speaker_2' | 'unknown';
  /** The person who said this in place of the agent. */
  readonly person?: Person | undefined;
  /** Quotes are character ranges of this text. */
  readonly text: string;
  /** Words after `text` that the customer did not hear. */
  readonly unheard: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly heardUntilMs?: number | undefined;
  /** How long the customer waited for this reply. */
  readonly latencyMs?: number | undefined;
}

/** Returns the turns of a call without analysis. */
export const turnsOfBubbles = (bubbles: readonly Bubble[]): readonly SpokenTurn[] =>
  bubbles.map(({ speaker, person, startMs = 0, endMs, latencyMs, runs }, index) => ({
    index,
    person,
    latencyMs,
    startMs,
    endMs: endMs ?? bubbles[index + 1]?.startMs ?? startMs,
    speaker: speaker === 'agent' ? 'agent' : 'customer',
    text: wordsOf(runs, true),
    unheard: wordsOf(runs, false),
  }));

const wordsOf = (runs: Bubble['runs'], isHeard: boolean): string =>
  runs.flatMap(({ heard, text }) => ((heard !== 'no') === isHeard ? [text] : [])).join(' ');

/** Returns the turns of an analysed call, supplemented by its own record. */
export function turnsOfAnalysed(
  { transcript }: Pick<AnalysedCall, 'transcript'>,
  times: Evidence['turns'],
  bubbles: readonly Bubble[],
): readonly SpokenTurn[] {
  return transcript.map(({ speaker, text, timestamp, spoken_by: person }, index) => {
    const time = times[index];
    const startMs = time?.start_ms ?? timestamp * 1000;
    const bubble = bubbles.find(
      (one) => Math.abs((one.startMs ?? -1) - startMs) < 1 && (one.speaker === 'agent') === (speaker === 'agent'),
    );
    return {
      index,
      speaker,
      person,
      text,
      startMs,
      endMs: time?.end_ms ?? startMs,
      latencyMs: bubble?.latencyMs,
      unheard: bubble === undefined ? '' : wordsOf(bubble.runs, false),
      heardUntilMs: typeof time?.heard_ms === 'number' ? startMs + time.heard_ms : undefined,
    };
  });
}

/** A value of the analysis and the quotes that support it. */
export interface Proof {
  readonly id: string;
  readonly label: string;
  readonly quotes: readonly TurnQuote[];
}

export interface Part {
  readonly start: number;
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text into parts and marks those that a quote covers. */
export function markedParts(text: string, quotes: readonly Pick<TurnQuote, 'start' | 'end'>[]): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end } of quotes.toSorted((a, b) => a.start - b.start)) {
    const from = Math.max(at, start);
    const to = Math.min(text.length, end);
    if (to <= from) continue;
    if (from > at) parts.push({ start: at, text: text.slice(at, from), isMarked: false });
    parts.push({ start: from, text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length) parts.push({ start: at, text: text.slice(at), isMarked: false });
  return parts;
}
