import { createRandom } from '../../media/emulator/random.ts';
import { openSpeech } from '../../media/index.ts';
import { defaultModelsDir } from '../../models/locate.ts';
import { sentences } from '../sentences.ts';
import { syntheticPrompts } from '../synthetic-prompts.ts';
import { levelled, speakLines, telephoneWav } from './spoken-dialogues.ts';

/** A call in two channels, the customer's first. */
export interface TelephoneCall {
  readonly name: string;
  readonly wav: Buffer;
  readonly said: { readonly customer: string; readonly agent: string };
}

const rateHz = 16_000;
const agents = ['maya', 'daniel', 'ruth'] as const;
const customers = ['leo', 'nina', 'victor', 'ava'] as const;
/** Customer lines in addition to the prompts of the other benchmarks. */
const customerLines: readonly string[] = [
  ...syntheticPrompts,
  'I was charged twice for the same order last month.',
  'The parcel has not arrived, and the tracking page has not changed since Monday.',
  'Could you send the invoice to my work address instead?',
  'I would like to cancel my subscription, please.',
  'My account number is 4471.',
  'That is too expensive for me right now.',
  'Friday afternoon works well, around half past two.',
  'No, I have never had that problem before.',
  'I called yesterday, and nobody called me back.',
  'Okay, that sounds good. Thank you for your help.',
  'Is there a fee if I change the date?',
  'Please give me a moment, I have to find the letter.',
];

interface Line {
  readonly text: string;
  readonly samples: Float32Array;
}

/** Makes calls between two built-in voices over a telephone line, each different and none with third-party data. */
export async function makeCalls(count: number, seconds: number, seed: number): Promise<TelephoneCall[]> {
  const speech = await openSpeech({ modelsDir: defaultModelsDir(process.env) });
  const spoken = async (texts: readonly string[], voice: string): Promise<Line[]> => {
    const lines = texts.map((text) => [0, text] as const);
    const all = await speakLines(speech, lines, [voice, voice]);
    return all.map(({ samples }, index) => ({ text: texts[index] as string, samples: levelled(samples) }));
  };
  try {
    const ours: Line[][] = [];
    for (const voice of agents) ours.push(await spoken(sentences.slice(0, 32), voice));
    const theirs: Line[][] = [];
    for (const voice of customers) theirs.push(await spoken(customerLines, voice));
    const random = createRandom(seed);
    return Array.from({ length: count }, (_, index) => {
      const sides = [theirs[index % theirs.length] as Line[], ours[index % ours.length] as Line[]] as const;
      return callOf(sides, { name: `call-${index + 1}.wav`, seconds, random });
    });
  } finally {
    await speech.close();
  }
}

interface CallOptions {
  readonly name: string;
  readonly seconds: number;
  readonly random: () => number;
}

/** The agent greets, then both take turns with pauses of 0.2 to 1.2 s while another line fits. */
function callOf(
  sides: readonly [readonly Line[], readonly Line[]],
  { name, seconds, random }: CallOptions,
): TelephoneCall {
  const length = seconds * rateHz;
  const channels = [new Float32Array(length), new Float32Array(length)] as const;
  const texts: [string[], string[]] = [[], []];
  let at = rateHz / 2;
  for (let turn = 0; ; turn += 1) {
    const side = turn % 2 === 0 ? 1 : 0;
    const lines = sides[side];
    const line = (turn === 0 ? lines[0] : lines[Math.floor(random() * lines.length)]) as Line;
    if (at + line.samples.length > length) break;
    channels[side].set(line.samples, at);
    texts[side].push(line.text);
    at += line.samples.length + Math.round((0.2 + random()) * rateHz);
  }
  const [customer, agent] = texts.map((said) => said.join(' ')) as [string, string];
  return { name, wav: telephoneWav(...channels), said: { customer, agent } };
}
