import { createRandom } from '../../media/emulator/random.ts';
import { atLevel, bang, cough, music } from './sounds.ts';
import { type SetPart, texts } from './texts.ts';

/** What happens while the agent speaks, and whether it should end the reply. */
export interface Occurrence {
  readonly id: string;
  readonly kind: OccurrenceKind;
  readonly cuts: boolean;
  /** The caller, who also asks the question before. */
  readonly speaker: string;
  /** From the reply's first sound. */
  readonly offsetMs: number;
  readonly noiseDbfs: number;
  readonly sound: Sound;
}

export const kinds = [
  'backchannel',
  'backchannel, Hindi',
  'interruption, short',
  'interruption, long',
  'backchannel, then interruption',
  'echo',
  'cough',
  'bang',
  'music',
  'second voice',
] as const;
export type OccurrenceKind = (typeof kinds)[number];

type Sound =
  | {
      readonly from: 'speech';
      readonly text: string;
      readonly speaker: string;
      readonly pace?: number;
      readonly levelDbfs: number;
    }
  | { readonly from: 'samples'; readonly make: () => Float32Array }
  /** Everything the far end plays comes back. */
  | { readonly from: 'echo'; readonly delayMs: number; readonly gainDb: number };

/** The agent is ava. The lists of words and the confidences were first chosen on the first three. */
const callers = ['daniel', 'maya', 'victor', 'ruth', 'nina', 'leo'] as const;
export const heldOutCallers: ReadonlySet<string> = new Set(['ruth', 'nina', 'leo']);

const room = [
  'Did you remember to feed the dog this morning, or should I do it now?',
  'I told him that we would be there at eight, so we really should go.',
  'The train was late again, and nobody told us anything about it at all.',
];

const callerDbfs = -20;
const noises = [-70, -50, -42] as const;

/** Sounds of the held-out part are made from other seeds than any of the seen ones. */
const seeds: Readonly<Record<SetPart, number>> = { seen: 0, 'held-out': 5000 };
/** Callers of the held-out part also speak slower or faster than the voices do by themselves. */
const paces: Readonly<Record<SetPart, readonly number[]>> = { seen: [1], 'held-out': [1, 0.87, 1.15] };

/** `each` occurrences of every kind, the same for the same seed. */
export function makeSet(each: number, { seed = 1, part = 'seen' as SetPart } = {}): Occurrence[] {
  const random = createRandom(seed);
  const set: Occurrence[] = [];
  for (const kind of kinds) {
    for (let n = 0; n < each; n++) {
      const speaker = callers[n % callers.length] as string;
      set.push({
        id: `${kind} ${n + 1}`,
        kind,
        cuts: kind.includes('interruption'),
        speaker,
        offsetMs: Math.round(700 + 5000 * random()),
        noiseDbfs: noises[Math.floor(n / callers.length) % noises.length] as number,
        sound: soundOf({ kind, n, speaker, part }, random),
      });
    }
  }
  return set;
}

interface Place {
  readonly kind: OccurrenceKind;
  readonly n: number;
  readonly speaker: string;
  readonly part: SetPart;
}

function soundOf({ kind, n, speaker, part }: Place, random: () => number): Sound {
  const seed = seeds[part] + n + 1;
  const speech = (text: string, by: string, levelDbfs: number): Sound => {
    const list = paces[part];
    const pace = list[Math.floor(n / (3 * callers.length)) % list.length] as number;
    return { from: 'speech', text, speaker: by, pace, levelDbfs };
  };
  switch (kind) {
    case 'echo':
      return { from: 'echo', delayMs: Math.round(40 + 400 * random()), gainDb: -20 - 6 * random() };
    case 'cough':
      return { from: 'samples', make: () => atLevel(cough(seed), callerDbfs - 6 * (n % 2)) };
    case 'bang':
      return { from: 'samples', make: () => atLevel(bang(seed), callerDbfs - 6 * (n % 2)) };
    case 'music':
      return { from: 'samples', make: () => atLevel(music(seed, 6000), callerDbfs - 4 - 6 * (n % 2)) };
    case 'second voice': {
      const other = callers[(n + 1 + Math.floor(n / callers.length)) % callers.length] as string;
      return speech(room[n % room.length] as string, other === speaker ? 'daniel' : other, callerDbfs - 20);
    }
    default: {
      const list = texts[part][kind];
      return speech(
        list[n % list.length] as string,
        speaker,
        callerDbfs - (kind.startsWith('back') ? 6 * random() : 4 * random()),
      );
    }
  }
}
