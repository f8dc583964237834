import type { Caption } from './messages.ts';
import type { Person } from './person.ts';

export type Heard = 'yes' | 'no' | 'pending';

/** Consecutive words with the same state. */
export interface Run {
  readonly heard: Heard;
  readonly text: string;
}

/** One uninterrupted contribution of one side. */
export interface Bubble {
  readonly key: string;
  readonly speaker: 'agent' | 'caller';
  readonly final: boolean;
  /** The person who said this in place of the agent. */
  readonly person?: Person | undefined;
  readonly runs: readonly Run[];
  /** Time from the start of the call. Only in stored calls. */
  readonly startMs?: number;
  readonly endMs?: number;
  /** How long the caller waited for this reply. Only in stored calls. */
  readonly latencyMs?: number;
  /** Who gave this reply. Only in typed tests. */
  readonly note?: string | undefined;
}

/** Returns captions for display: phrases of one reply are merged, and each word has whether it was heard. */
export function bubblesOf(captions: readonly Caption[]): readonly Bubble[] {
  const bubbles: Bubble[] = [];
  captions.forEach((caption, index) => {
    const last = bubbles.at(-1);
    const runs = runsOf(caption);
    if (caption.speaker === 'agent' && last?.speaker === 'agent' && turnOf(captions[index - 1]) === turnOf(caption)) {
      const final = last.final && caption.final;
      bubbles[bubbles.length - 1] = { ...last, final, runs: joined([...last.runs, ...runs]) };
    } else {
      const { id, speaker, final, person } = caption;
      bubbles.push({ key: `${id} ${index}`, speaker, final, runs, ...(person && { person }) });
    }
  });
  return bubbles;
}

/** Returns the turn of an agent's caption, whose id is `turn.phrase`. */
const turnOf = (caption: Caption | undefined): string | undefined => caption?.id.split('.')[0];

function runsOf({ speaker, text, final, heardWords }: Caption): readonly Run[] {
  if (speaker === 'caller' || heardWords === undefined) return [{ heard: 'yes', text: text.trim() }];
  const words = text.split(/\s+/).filter(Boolean);
  return joined([
    { heard: 'yes', text: words.slice(0, heardWords).join(' ') },
    { heard: final ? 'no' : 'pending', text: words.slice(heardWords).join(' ') },
  ]);
}

/** Merges adjacent runs with the same state and drops empty ones. */
export function joined(runs: readonly Run[]): readonly Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (run.text === '') continue;
    if (last?.heard === run.heard) result[result.length - 1] = { ...last, text: `${last.text} ${run.text}` };
    else result.push(run);
  }
  return result;
}
