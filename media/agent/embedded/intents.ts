import { type Intent, type IntentsFile, intentNames, type Label, type Safety } from '../../language/intents.ts';
import { languages, packOf } from '../../language/languages.ts';
import type { LanguagePack } from '../../language/schema.ts';
import { MediaFault } from '../../line/fault.ts';
import { similarity } from '../../retrieval/index.ts';
import { anyOf } from '../../text/phrase-patterns.ts';
import type { Embedder, Embedding } from '../embedding.ts';
import type { VectorFiles } from '../vector-files.ts';
import { plainOf } from './spoken.ts';

export type { Intent } from '../../language/intents.ts';

/** Detects intents about the conversation itself. */
export interface Intents {
  /** `strict`: another answer is expected, so the words must be closer to an example. */
  of(text: string, options: { readonly languageCode: string; readonly strict: boolean }): Promise<Intent | undefined>;
  /** Embeds the examples ahead of the caller's first words. */
  prepare(languageCode: string): Promise<void>;
}

/** Minimum similarity to the examples of an intent. Chosen on public utterance sets; see ADR 68. */
const floor = 0.5;
/** Minimum distance to the second-best label. */
const margin = 0.03;
/** Mistakes are costlier for intents that end the call or a request. */
const weighty: ReadonlySet<Label> = new Set(['dnc', 'wrong_number', 'voicemail', 'hostile', 'goodbye', 'nothing_else']);
const weightyFloor = 0.58;
const weightyMargin = 0.05;
/** Weight of the nearest example. The second nearest has the rest. */
const nearestShare = 0.6;
/** A longer text is a story rather than an intent. Voicemail greetings have up to about this many words. */
const maxWords = 50;
/**
 * Texts such as "Never mind, goodbye" with up to this many clauses are checked clause by clause. A longer text is about
 * the business.
 */
const maxClauses = 3;
const maxClauseWords = 8;

const safety = (name: Safety): RegExp =>
  anyOf(languages.flatMap(({ intents }) => intents?.safety[name]?.entries ?? []));
const safetyPatterns = { dnc: safety('dnc'), wrong_number: safety('wrong_number'), stop: safety('stop') };
const emergency = safety('emergency');

/** Returns whether the words indicate that somebody is in danger. */
export const isEmergency = (text: string): boolean => emergency.test(plainOf(text));

/** Returns an intent that a pattern decides. The patterns of all languages apply, since callers mix languages. */
export function safetyIntentOf(text: string): Intent | undefined {
  const plain = plainOf(text);
  return (['dnc', 'wrong_number', 'stop'] as const).find((name) => safetyPatterns[name].test(plain));
}

interface Examples {
  /** Label of each sentence that matches an example word for word. */
  readonly exact: ReadonlyMap<string, Label>;
  readonly labels: readonly { readonly label: Label; readonly vectors: readonly Embedding[] }[];
}

interface ExamplesPack {
  readonly code: string;
  readonly file: NonNullable<IntentsFile['examples']>;
  readonly hold: readonly string[];
}

/** Falls back to English for a language without its own examples. */
function examplesFor(languageCode: string): ExamplesPack {
  for (const pack of [packOf(languageCode), packOf('en')]) {
    const file = pack?.intents?.examples;
    if (pack !== undefined && file !== undefined) return { code: pack.code, file, hold: waitsOf(pack) };
  }
  throw new MediaFault('data_file_invalid', 'media/language/en/intents.json has no examples');
}

export interface IntentsTools {
  readonly embedder: Embedder;
  readonly vectorFiles: VectorFiles;
}

export function createIntents(tools: IntentsTools): Intents {
  const { embedder } = tools;
  const cache = new Map<string, Promise<Examples>>();

  function examplesOf(languageCode: string): Promise<Examples> {
    const pack = examplesFor(languageCode);
    const cached = cache.get(pack.code);
    if (cached !== undefined) return cached;
    const fresh = embedExamples(pack, tools);
    cache.set(pack.code, fresh);
    fresh.catch(() => cache.delete(pack.code));
    return fresh;
  }

  return {
    async of(text, { languageCode, strict }) {
      const decided = safetyIntentOf(text);
      if (decided !== undefined) return decided;
      const plain = plainOf(text);
      if (plain === '' || plain.split(' ').length > maxWords) return undefined;
      const examples = await examplesOf(languageCode);
      const labelled = (words: string) => labelOf(words, { examples, embedder, strict });
      return (await labelled(plain)) ?? (await clausesIntent(text, labelled));
    },
    async prepare(languageCode) {
      await examplesOf(languageCode);
    },
  };
}

async function embedExamples(
  { code, file, hold }: ExamplesPack,
  { embedder, vectorFiles }: IntentsTools,
): Promise<Examples> {
  const rows = [...intentNames, 'none' as const].flatMap((label) =>
    [...file[label].entries, ...(label === 'hold' ? hold : [])].map((entry) => ({ label, text: plainOf(entry) })),
  );
  const texts = rows.map(({ text }) => text);
  const vectors = await vectorFiles.embed(`intents-${code}`, texts, embedder);
  const labels = new Map<Label, Embedding[]>();
  for (const [i, { label }] of rows.entries())
    labels.set(label, [...(labels.get(label) ?? []), vectors[i] as Embedding]);
  const waits = languages.flatMap(waitsOf).map((entry): [string, Label] => [plainOf(entry), 'hold']);
  return {
    exact: new Map([...waits, ...rows.map(({ label, text }): [string, Label] => [text, label])]),
    labels: [...labels].map(([label, textVectors]) => ({ label, vectors: textVectors })),
  };
}

/** Requests to wait, shared with hold detection. Exact matches count in every language. */
const waitsOf = ({ hold }: LanguagePack): readonly string[] => [
  ...(hold?.requests?.entries ?? []),
  ...(hold?.forms?.entries ?? []),
];

/** Returns the intent of the words, or undefined. */
async function labelOf(
  plain: string,
  { examples: { exact, labels }, embedder, strict }: { examples: Examples; embedder: Embedder; strict: boolean },
): Promise<Intent | undefined> {
  const same = exact.get(plain);
  if (same !== undefined) return same === 'none' ? undefined : same;
  const [vector] = (await embedder.embed([plain])) as [Embedding];
  let best: { label: Label; score: number } | undefined;
  let second = 0;
  for (const { label, vectors } of labels) {
    const score = nearness(vector, vectors);
    if (best === undefined || score > best.score) {
      second = best?.score ?? 0;
      best = { label, score };
    } else second = Math.max(second, score);
  }
  if (best === undefined || best.label === 'none') return undefined;
  const sure = strict || weighty.has(best.label);
  if (best.score < (sure ? weightyFloor : floor)) return undefined;
  return best.score - second < (sure ? weightyMargin : margin) ? undefined : best.label;
}

/** Returns the weighted similarity to the two nearest examples. */
function nearness(vector: Embedding, examples: readonly Embedding[]): number {
  let first = -1;
  let second = -1;
  for (const example of examples) {
    const alike = similarity(vector, example);
    if (alike > first) {
      second = first;
      first = alike;
    } else if (alike > second) second = alike;
  }
  return nearestShare * first + (1 - nearestShare) * second;
}

/**
 * Returns the highest-priority intent if every clause has one. A clause without an intent is about the business, so the
 * result is undefined.
 */
async function clausesIntent(
  text: string,
  labelled: (words: string) => Promise<Intent | undefined>,
): Promise<Intent | undefined> {
  const clauses = text
    .split(/[,.;!?]+\s/)
    .map(plainOf)
    .filter((clause) => clause !== '');
  if (clauses.length < 2 || clauses.length > maxClauses) return undefined;
  if (clauses.some((clause) => clause.split(' ').length > maxClauseWords)) return undefined;
  const intents: Intent[] = [];
  for (const clause of clauses) {
    const intent = await labelled(clause);
    if (intent === undefined) return undefined;
    intents.push(intent);
  }
  return intentNames.find((name) => intents.includes(name));
}
