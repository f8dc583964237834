import { createRandom } from '../../media/emulator/random.ts';
import { atLevel, bang, cough, music } from './sounds.ts';

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
  | { readonly from: 'speech'; readonly text: string; readonly speaker: string; readonly levelDbfs: number }
  | { readonly from: 'samples'; readonly make: () => Float32Array }
  /** Everything the far end plays comes back. */
  | { readonly from: 'echo'; readonly delayMs: number; readonly gainDb: number };

/** The agent is ava. The lists of words and the confidences were first chosen on the first three. */
const callers = ['daniel', 'maya', 'victor', 'ruth', 'nina', 'leo'] as const;
export const heldOutCallers: ReadonlySet<string> = new Set(['ruth', 'nina', 'leo']);

const texts = {
  backchannel: [
    'Okay.',
    'Yeah.',
    'Right.',
    'Mm-hmm.',
    'Yes.',
    'I see.',
    'Sure.',
    'Got it.',
    'All right.',
    'Hmm.',
    'Okay, okay.',
    'Yeah, yeah.',
    'Great.',
    'Oh, okay.',
    'Uh-huh.',
    'Mm.',
    'Good.',
    'Okay, I see.',
    'Yeah, okay.',
    'Thank you.',
  ],
  /** As an English voice has to spell them to say haan, achha, theek hai, ji, ji haan, sahi hai, bilkul. */
  'backchannel, Hindi': [
    'Hahn.',
    'Uh-chah.',
    'Teek hey.',
    'Jee.',
    'Jee hahn.',
    'Sahee hey.',
    'Bilkool.',
    'Hahn, teek hey.',
  ],
  'interruption, short': [
    'Stop.',
    'Wait.',
    'No.',
    'Hold on.',
    'Excuse me.',
    'Sorry?',
    'What?',
    'Hello?',
    'No, no, no.',
    'Wait a second.',
    'Stop it.',
    'But why?',
    'Cancel that.',
    'On Friday?',
    'How much?',
    'Say that again.',
  ],
  'interruption, long': [
    'Actually, I meant next Friday.',
    'Can I ask something else?',
    'Do you have parking?',
    'Sorry, I did not catch that.',
    'What about Saturday morning?',
    'I would rather talk to a person.',
    'Please stop, I already know all that.',
    'No, that is not what I asked.',
    'How much does a cleaning cost?',
    'Could you repeat the first part?',
    'I need to change my appointment.',
    'My tooth really hurts, can I come today?',
  ],
  'backchannel, then interruption': [
    'Okay, but what about Friday?',
    'Yeah, no, I meant the other one.',
    'Right, can you just book me in?',
    'Mm-hmm, and how much is it?',
  ],
} as const;

const room = [
  'Did you remember to feed the dog this morning, or should I do it now?',
  'I told him that we would be there at eight, so we really should go.',
  'The train was late again, and nobody told us anything about it at all.',
];

const callerDbfs = -20;
const noises = [-70, -50, -42] as const;

/** `each` occurrences of every kind, the same for the same seed. */
export function makeSet(each: number, seed = 1): Occurrence[] {
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
        sound: soundOf(kind, n, speaker, random),
      });
    }
  }
  return set;
}

function soundOf(kind: OccurrenceKind, n: number, speaker: string, random: () => number): Sound {
  const seed = n + 1;
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
      const list = texts[kind];
      return speech(
        list[n % list.length] as string,
        speaker,
        callerDbfs - (kind.startsWith('back') ? 6 * random() : 4 * random()),
      );
    }
  }
}

const speech = (text: string, speaker: string, levelDbfs: number): Sound => ({
  from: 'speech',
  text,
  speaker,
  levelDbfs,
});
