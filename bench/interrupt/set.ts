import { createRandom } from '../../media/emulator/random.ts';
import type { Clip } from '../endpoint-prompts.ts';
import { atLevel, bang, cough, music } from './sounds.ts';
import type { SpokenKind } from './spoken-texts.ts';
import { texts } from './texts.ts';

/** An event while the agent speaks, and whether it should end the reply. */
export interface Occurrence {
  readonly id: string;
  readonly kind: OccurrenceKind;
  readonly cuts: boolean;
  /** The caller, who also asks the question before. */
  readonly speaker: string;
  /** Offset from the reply's first sound. */
  readonly offsetMs: number;
  readonly noiseDbfs: number;
  readonly sound: Sound;
}

export const kinds = [
  'backchannel',
  'backchannel, Hindi',
  'interruption, short',
  'interruption, Hindi',
  'interruption, long',
  'backchannel, then interruption',
  'echo',
  'cough',
  'bang',
  'music',
  'second voice',
] as const;
/** Recorded people speaking over a reply; only if recordings are available. */
export const recordedKind = 'recorded prompt';
export type OccurrenceKind = (typeof kinds)[number] | typeof recordedKind;

type Sound =
  | {
      readonly from: 'speech';
      readonly text: string;
      readonly speaker: string;
      readonly pace?: number;
      readonly levelDbfs: number;
    }
  | { readonly from: 'samples'; readonly make: () => Float32Array }
  /** Echo of everything that the far end plays. */
  | { readonly from: 'echo'; readonly delayMs: number; readonly gainDb: number };

/**
 * `new-voices`: the seen texts in voices, paces and noises that no rule was derived from; `held-out`: other texts in
 * them.
 */
export const parts = ['seen', 'new-voices', 'held-out'] as const;
export type Part = (typeof parts)[number];

const textsOfPart = { seen: texts.seen, 'new-voices': texts.seen, 'held-out': texts['held-out'] } as const;

/** Excludes ava, who is the agent. */
const callers: Readonly<Record<Part, readonly string[]>> = {
  seen: ['daniel', 'maya', 'victor'],
  'new-voices': ['ruth', 'nina', 'leo'],
  'held-out': ['ruth', 'nina', 'leo'],
};

const room = [
  'Did you remember to feed the dog this morning, or should I do it now?',
  'I told him that we would be there at eight, so we really should go.',
  'The train was late again, and nobody told us anything about it at all.',
];

const callerDbfs = -20;
const noises = [-70, -50, -42] as const;

/** Sounds of the other parts use seeds that no seen sound has. */
const seeds: Readonly<Record<Part, number>> = { seen: 0, 'new-voices': 7000, 'held-out': 9000 };
/** The other voices also speak slower or faster than their normal pace. */
const paces: Readonly<Record<Part, readonly number[]>> = {
  seen: [1],
  'new-voices': [1, 0.87, 1.15],
  'held-out': [1, 0.9, 1.12],
};

/** Returns `each` occurrences of every kind, deterministic for a seed. */
export function makeSet(each: number, { seed = 1, part = 'seen' as Part } = {}): Occurrence[] {
  const random = createRandom(seed);
  const set: Occurrence[] = [];
  for (const kind of kinds) {
    const { length } = textsOf(kind, part);
    for (let n = 0; n < each; n++) {
      // Each further pass through a list uses different voices.
      const speaker = callers[part][(n + Math.floor(n / length)) % callers[part].length] as string;
      set.push({
        id: `${kind} ${n + 1}`,
        kind,
        cuts: kind.includes('interruption'),
        speaker,
        offsetMs: Math.round(700 + 5000 * random()),
        noiseDbfs: noises[Math.floor(n / callers[part].length) % noises.length] as number,
        sound: soundOf({ kind, n, speaker, part }, random),
      });
    }
  }
  return set;
}

/** Uses each clip once, at telephone level. A synthetic voice asks the question before it. */
export function makeRecordedSet(clips: readonly Clip[], { seed = 1 } = {}): Occurrence[] {
  const random = createRandom(seed);
  return clips.map(({ file, samples }) => ({
    id: `${recordedKind} ${file}`,
    kind: recordedKind,
    cuts: true,
    speaker: 'daniel',
    offsetMs: Math.round(700 + 5000 * random()),
    noiseDbfs: noises[0],
    sound: { from: 'samples', make: () => atLevel(samples, callerDbfs) },
  }));
}

/** Returns words or sounds of this kind. */
const textsOf = (kind: OccurrenceKind, part: Part): readonly string[] =>
  kind in textsOfPart[part] ? textsOfPart[part][kind as SpokenKind] : room;

interface Place {
  readonly kind: OccurrenceKind;
  readonly n: number;
  readonly speaker: string;
  readonly part: Part;
}

function soundOf({ kind, n, speaker, part }: Place, random: () => number): Sound {
  const seed = seeds[part] + n + 1;
  const voices = callers[part];
  const speech = (text: string, by: string, levelDbfs: number): Sound => {
    const list = paces[part];
    const pace = list[Math.floor(n / (3 * voices.length)) % list.length] as number;
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
      const others = voices.filter((voice) => voice !== speaker);
      return speech(room[n % room.length] as string, others[n % others.length] as string, callerDbfs - 20);
    }
    default: {
      const list = textsOf(kind, part);
      return speech(
        list[n % list.length] as string,
        speaker,
        callerDbfs - (kind.startsWith('back') ? 6 * random() : 4 * random()),
      );
    }
  }
}
