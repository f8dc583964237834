import { t } from '../language/text.ts';
import type { Caption } from './messages.ts';

export type Heard = 'yes' | 'no' | 'pending';

/** A run of words of one kind. */
export interface Run {
  readonly heard: Heard;
  readonly text: string;
}

/** What one side said in one go. */
export interface Bubble {
  readonly key: string;
  readonly speaker: 'agent' | 'caller';
  readonly final: boolean;
  /** A teammate said this instead of the agent. */
  readonly person?: true;
  readonly runs: readonly Run[];
  /** From the start of the call; of stored calls. */
  readonly startMs?: number;
  readonly endMs?: number;
  /** How long the caller waited for this answer; of stored calls. */
  readonly latencyMs?: number;
}

/** Captions as they are shown: phrases of one reply together, each word with whether it was heard. */
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

/** An agent's caption is named after its turn and its phrase. */
const turnOf = (caption: Caption | undefined): string | undefined => caption?.id.split('.')[0];

function runsOf({ speaker, text, final, heardWords }: Caption): readonly Run[] {
  if (speaker === 'caller' || heardWords === undefined) return [{ heard: 'yes', text: text.trim() }];
  const words = text.split(/\s+/).filter(Boolean);
  return joined([
    { heard: 'yes', text: words.slice(0, heardWords).join(' ') },
    { heard: final ? 'no' : 'pending', text: words.slice(heardWords).join(' ') },
  ]);
}

/** Neighbours of one kind become one run; empty ones go. */
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

/** A bubble in words alone, for those who listen to the page. */
export const spokenBy =
  (agentName: string, callerName = t('You')) =>
  ({ speaker, person, runs }: Bubble): string => {
    const words = runs.map(({ heard, text }) => (heard === 'no' ? t('(not heard: {text})', { text }) : text)).join(' ');
    const agent = person ? t('Teammate') : agentName;
    return `${speaker === 'agent' ? agent : callerName}: ${words}`;
  };
