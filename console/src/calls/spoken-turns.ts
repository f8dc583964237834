import type { Bubble } from '../call/bubbles.ts';
import type { AnalysedCall, Evidence, TurnQuote } from '../server/answers.ts';

/** What one side said in one go, as the call's page shows it. */
export interface SpokenTurn {
  /** Index into the stored transcript. */
  readonly index: number;
  readonly speaker: 'agent' | 'customer' | 'speaker_1' | 'speaker_2' | 'unknown';
  /** Quotes are characters of this. */
  readonly text: string;
  /** Words after `text` that the customer did not hear. */
  readonly unheard: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly heardUntilMs?: number | undefined;
  /** How long the customer waited for this answer. */
  readonly latencyMs?: number | undefined;
}

/** Turns of a call that is not analysed. */
export const turnsOfBubbles = (bubbles: readonly Bubble[]): readonly SpokenTurn[] =>
  bubbles.map(({ speaker, startMs = 0, endMs, latencyMs, runs }, index) => ({
    ...{ index, latencyMs, startMs, endMs: endMs ?? bubbles[index + 1]?.startMs ?? startMs },
    speaker: speaker === 'agent' ? 'agent' : 'customer',
    text: wordsOf(runs, true),
    unheard: wordsOf(runs, false),
  }));

const wordsOf = (runs: Bubble['runs'], isHeard: boolean): string =>
  runs.flatMap(({ heard, text }) => ((heard !== 'no') === isHeard ? [text] : [])).join(' ');

/** Turns of an analysed call, with what its own record adds to them. */
export function turnsOfAnalysed(
  { transcript }: Pick<AnalysedCall, 'transcript'>,
  times: Evidence['turns'],
  bubbles: readonly Bubble[],
): readonly SpokenTurn[] {
  return transcript.map(({ speaker, text, timestamp }, index) => {
    const time = times[index];
    const startMs = time?.start_ms ?? timestamp * 1000;
    const bubble = bubbles.find(
      (one) => Math.abs((one.startMs ?? -1) - startMs) < 1 && (one.speaker === 'agent') === (speaker === 'agent'),
    );
    return {
      ...{ index, speaker, text, startMs, endMs: time?.end_ms ?? startMs, latencyMs: bubble?.latencyMs },
      unheard: bubble === undefined ? '' : wordsOf(bubble.runs, false),
      heardUntilMs: typeof time?.heard_ms === 'number' ? startMs + time.heard_ms : undefined,
    };
  });
}

/** A value of the analysis and the words that support it. */
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

/** The text in parts: those that a quote covers are marked. */
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
