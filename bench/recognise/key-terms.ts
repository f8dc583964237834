import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { listSpeakers, openSpeech } from '../../media/index.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import { createEngine } from '../../media/recogniser/engine.ts';
import { wordErrors } from '../../media/text/word-error.ts';
import { atLevel, bang, cough, music } from '../interrupt/sounds.ts';
import { printTable, round } from '../table.ts';
import { namedSentences, withoutNames } from './key-term-texts.ts';
import { type Prompt, rateHz } from './prompts.ts';

export interface KeyTermOptions {
  readonly modelsDir: string;
  readonly modelDir: string;
  /** Recordings without any of the names. */
  readonly recorded: readonly Prompt[];
  readonly showErrors: boolean;
}

/** How names are given to the recogniser. */
const ways = ['nothing', 'as a prompt', 'as key terms'] as const;
type Way = (typeof ways)[number];

interface Spoken extends Prompt {
  readonly names: readonly string[];
}

/** Measures how names are recognised that the recogniser has in a list, and what happens where none is said. Prints a table. */
export async function compareKeyTerms({ modelsDir, modelDir, recorded, showErrors }: KeyTermOptions) {
  const allNames = Object.values(namedSentences).flatMap((part) => part.flatMap(({ names }) => names));
  const sets: (readonly [string, readonly Spoken[]])[] = [
    ...(await synthesise(modelsDir)),
    ['recorded, no name', recorded.map((prompt) => ({ ...prompt, names: [] }))],
    ['coughs, bangs, music', noises()],
  ];
  const engine = await createEngine({ modelDir }, createOpenSession({ providers: ['cpu'] }));
  const figures: object[] = [];
  const rows: (string | number | null)[][] = [];
  for (const [part, prompts] of sets) {
    if (prompts.length === 0) continue;
    for (const way of ways) {
      const sum = { named: 0, right: 0, errors: 0, words: 0, inserted: 0, cpuMs: 0 };
      for (const { samples, words, names } of prompts) {
        const before = process.cpuUsage();
        const job = {
          samples: samples.slice(),
          rateHz,
          languageCode: 'en',
          kind: 'final' as const,
          ...hintsOf(way, allNames),
        };
        let text = '';
        for await (const utterance of engine.run(job, { aborted: false })) ({ text } = utterance);
        const { user, system } = process.cpuUsage(before);
        sum.cpuMs += (user + system) / 1000;
        const heard = wordErrors(words, text);
        sum.errors += heard.errors;
        sum.words += heard.words;
        sum.named += names.length;
        const right = names.filter((name) => text.includes(name));
        sum.right += right.length;
        const inserted = allNames.filter((name) => text.includes(name) && !words.includes(name));
        sum.inserted += inserted.length;
        const isWrong = right.length < names.length || inserted.length > 0;
        if (showErrors && isWrong) process.stdout.write(`${part}, ${way}\n said:  ${words}\n heard: ${text}\n`);
      }
      const row = {
        part,
        way,
        sentences: prompts.length,
        namesRight: sum.named === 0 ? null : round((100 * sum.right) / sum.named, 1),
        wordError: sum.words === 0 ? null : round((100 * sum.errors) / sum.words, 2),
        inserted: sum.inserted,
        cpuMs: round(sum.cpuMs / prompts.length, 0),
      };
      figures.push(row);
      rows.push(Object.values(row));
    }
  }
  await engine.close();
  printTable(
    [
      'set',
      `${allNames.length} names given`,
      'sentences',
      'names right, %',
      'word error, %',
      'names inserted',
      'CPU ms',
    ],
    rows,
  );
  return figures;
}

/** Sounds without words. Their word error cannot be computed. */
const noises = (): Spoken[] =>
  Array.from({ length: 30 }, (_, seed) => {
    const sound = [cough(seed), bang(seed), music(seed, 2000)][seed % 3] as Float32Array;
    return { file: String(seed), words: '', names: [], samples: decodeMulaw(encodeMulaw(atLevel(sound, -25))) };
  });

function hintsOf(way: Way, names: readonly string[]): { keyTerms?: readonly string[]; prompt?: string } {
  if (way === 'nothing') return {};
  return way === 'as key terms' ? { keyTerms: names } : { prompt: `${names.join(', ')}.` };
}

/** Each sentence by two built-in voices; the held-out ones by others than the seen ones. */
async function synthesise(modelsDir: string): Promise<[string, readonly Spoken[]][]> {
  const speech = await openSpeech({ modelsDir });
  const speakers = listSpeakers().map(({ name }) => name);
  async function speak(
    texts: readonly { readonly text: string; readonly names: readonly string[] }[],
    by: readonly string[],
  ) {
    const spoken: Spoken[] = [];
    for (const speaker of by) {
      for (const { text, names } of texts) {
        const { samples } = await speech.speak(text, { speaker }, rateHz);
        spoken.push({ file: speaker, words: text, names, samples: decodeMulaw(encodeMulaw(samples)) });
      }
    }
    return spoken;
  }
  try {
    return [
      ['seen', await speak(namedSentences.seen, speakers.slice(0, 2))],
      ['held-out', await speak(namedSentences['held-out'], speakers.slice(2, 4))],
      [
        'held-out, no name',
        await speak(
          withoutNames.map((text) => ({ text, names: [] })),
          speakers.slice(2, 4),
        ),
      ],
    ];
  } finally {
    await speech.close();
  }
}
