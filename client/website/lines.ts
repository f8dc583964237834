import { bubblesOf } from '../call/bubbles.ts';
import type { Caption } from '../call/messages.ts';

/** What one side has said or written without a pause. */
export interface ChatLine {
  readonly key: string;
  readonly speaker: 'agent' | 'visitor';
  readonly text: string;
  /** False while words are added or corrected. */
  readonly isFinal: boolean;
}

/** Returns the captions of a call as lines, without words that the visitor has not heard. */
export const linesOf = (captions: readonly Caption[], keyPrefix: string): readonly ChatLine[] =>
  bubblesOf(captions).flatMap(({ key, speaker, final: isFinal, runs }) => {
    const text = runs.flatMap((run) => (run.heard === 'no' ? [] : [run.text])).join(' ');
    if (text === '') return [];
    return [{ key: `${keyPrefix}.${key}`, speaker: speaker === 'agent' ? 'agent' : 'visitor', text, isFinal }];
  });
