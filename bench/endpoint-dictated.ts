import { type DictatedKind, dictatedKinds, utterances } from './endpoint-utterances.ts';
import type { LineModels } from './interrupt/models.ts';
import { atLevel, joined } from './interrupt/sounds.ts';
import type { SetPart } from './interrupt/texts.ts';

/** An utterance dictated in groups, with pauses between them: no pause within it is the end of the turn. */
export interface Dictated {
  readonly name: string;
  readonly kind: DictatedKind;
  readonly samples: Float32Array;
  /** Question that the agent asked before; undefined before an ordinary turn. */
  readonly question: string | undefined;
}

const speakers: Readonly<Record<SetPart, readonly string[]>> = {
  seen: ['daniel', 'ruth', 'maya'],
  'held-out': ['victor', 'leo', 'nina'],
};
const pausesMs: Readonly<Record<SetPart, readonly number[]>> = { seen: [250, 450, 700], 'held-out': [350, 550, 850] };

/** Synthesises each with several speakers and three pause lengths between groups. */
export async function makeDictated(
  models: Pick<LineModels, 'speak'>,
  part: SetPart,
  kinds: readonly DictatedKind[] = dictatedKinds,
): Promise<Dictated[]> {
  const set: Dictated[] = [];
  for (const kind of kinds) {
    for (const [nth, { question, groups }] of utterances[part][kind].entries()) {
      for (const speaker of speakers[part]) {
        const spoken: Float32Array[] = [];
        for (const group of groups) spoken.push(atLevel(await models.speak(group, speaker), -20));
        for (const pauseMs of spoken.length === 1 ? pausesMs[part].slice(0, 1) : pausesMs[part]) {
          const gap = new Float32Array(pauseMs * 8);
          const samples = joined(spoken.flatMap((group, i) => (i === 0 ? [group] : [gap, group])));
          set.push({ name: `${kind} ${nth + 1}, ${speaker}, ${pauseMs} ms`, kind, samples, question });
        }
      }
    }
  }
  return set;
}
