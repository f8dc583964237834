import type { LineModels } from './interrupt/models.ts';
import { atLevel, joined } from './interrupt/sounds.ts';

/** What a caller reads out in groups, with a pause between them: no pause within is the end. */
export interface Dictated {
  readonly name: string;
  readonly kind: 'number' | 'address' | 'spelling';
  readonly samples: Float32Array;
}

const groups: Readonly<Record<Dictated['kind'], readonly (readonly string[])[]>> = {
  number: [
    ['My number is five five five,', 'two three one,', 'four four two one.'],
    ['Four one five,', 'five five five,', 'zero one nine nine.'],
    ["It's zero seven nine,", 'one two three,', 'four five six,', 'seven eight.'],
    ['The card is four one one one,', 'two two two two,', 'three three three three,', 'four four four four.'],
    ['You can reach me at six one nine,', 'double five seven,', 'three two zero one.'],
    ['My account number is eight eight two,', 'seven four one,', 'nine nine.'],
    ['Nine eight seven,', 'six five four,', 'three two one zero.'],
    ['The code is one two,', 'three four,', 'five six.'],
  ],
  address: [
    ['My email is laura,', 'dot bennett,', 'at gmail', 'dot com.'],
    ['My email is john smith,', 'at example', 'dot com.'],
    ['The email address is info,', 'at bright dental', 'dot org.'],
    ['My email address is maria,', 'underscore lopez,', 'at yahoo', 'dot com.'],
  ],
  spelling: [
    ['My name is spelled B,', 'E,', 'N,', 'N,', 'E,', 'T,', 'T.'],
    ["It's K,", 'O,', 'W,', 'A,', 'L.'],
    ['Smythe, that is S,', 'M,', 'Y,', 'T,', 'H,', 'E.'],
    ['The code is A B,', 'C D,', 'E F.'],
  ],
};

const speakers = ['daniel', 'ruth'] as const;
const pausesMs = [250, 450, 700] as const;

/** Each by two of our speakers, with pauses of three lengths between its groups. */
export async function makeDictated(models: Pick<LineModels, 'speak'>): Promise<Dictated[]> {
  const set: Dictated[] = [];
  for (const [kind, utterances] of Object.entries(groups) as [Dictated['kind'], readonly (readonly string[])[]][]) {
    for (const [nth, parts] of utterances.entries()) {
      for (const speaker of speakers) {
        const spoken: Float32Array[] = [];
        for (const part of parts) spoken.push(atLevel(await models.speak(part, speaker), -20));
        for (const pauseMs of pausesMs) {
          const gap = new Float32Array(pauseMs * 8);
          const samples = joined(spoken.flatMap((part, i) => (i === 0 ? [part] : [gap, part])));
          set.push({ name: `${kind} ${nth + 1}, ${speaker}, ${pauseMs} ms`, kind, samples });
        }
      }
    }
  }
  return set;
}
