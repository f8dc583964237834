import { createHash } from 'node:crypto';
import type { KnowledgeDocument } from '../line/brain.ts';
import { createLru, type Embedder, type Embedding, similarity } from './embedding.ts';
import { type Passage, passagesOf } from './passages.ts';
import { termsOf } from './terms.ts';

/** A sentence of the knowledge that may answer a question. */
export interface Hit {
  readonly passage: Passage;
  /** Which of the passage's sentences. */
  readonly sentence: number;
  /** Of the question to the sentence in its context, -1 to 1. */
  readonly similarity: number;
  /** How much of what the question is about the sentence and its headings name, 0 to 1; rare words weigh more. */
  readonly coverage: number;
  /** Both together; comparable between questions. */
  readonly score: number;
}

export interface Knowledge {
  /** Best first, at most `count`. */
  search(documents: readonly KnowledgeDocument[], question: string, count: number): Promise<readonly Hit[]>;
  /** Embeds the documents ahead of the first question. */
  prepare(documents: readonly KnowledgeDocument[]): Promise<void>;
}

interface Entry {
  readonly passage: Passage;
  readonly vector: Embedding;
  readonly terms: ReadonlySet<string>;
}

interface KeptIndex {
  readonly entries: Promise<readonly Entry[]>;
  readonly characters: number;
}

interface Index {
  readonly entries: readonly Entry[];
  /** Number of passages that name a term. */
  readonly frequency: ReadonlyMap<string, number>;
}

/** How many passages are looked at sentence by sentence. */
const shortlist = 6;
/** A question that names just what the sentence names is worth this much similarity. */
const coverageWeight = 0.3;
/** A sentence that holds the kind of thing asked for (a time, a price) is worth this much. */
const kindWeight = 0.06;
/** Of the documents whose indexes are kept, together. */
const keptCharacters = 10_000_000;
/** A short document counts as one of so many: no more than 512 are kept. */
const leastCharacters = keptCharacters / 512;
/** Up to this many passages their sentences are embedded ahead too. */
const smallIndex = 200;

export function createKnowledge(embedder: Embedder): Knowledge {
  const indexes = createLru<string, KeptIndex>(keptCharacters, ({ characters }) => characters);

  const entriesOf = (document: KnowledgeDocument): Promise<readonly Entry[]> => {
    const key = createHash('sha256').update(`${document.id}\0${document.title}\0${document.text}`).digest('base64');
    const cached = indexes.get(key);
    if (cached !== undefined) return cached.entries;
    const fresh = indexDocument(document);
    indexes.set(key, { entries: fresh, characters: Math.max(leastCharacters, document.text.length) });
    fresh.catch(() => indexes.delete(key));
    return fresh;
  };

  async function indexDocument(document: KnowledgeDocument): Promise<readonly Entry[]> {
    const passages = passagesOf(document);
    const texts = passages.map((passage) => inContext(passage, passage.sentences.join(' ')));
    const vectors = await embedder.embed(texts);
    return passages.map((passage, i) => ({
      passage,
      vector: vectors[i] as Embedding,
      terms: termsOf(`${passage.title} ${texts[i]}`),
    }));
  }

  async function indexOf(documents: readonly KnowledgeDocument[]): Promise<Index> {
    const entries: Entry[] = [];
    for (const document of documents) entries.push(...(await entriesOf(document)));
    const frequency = new Map<string, number>();
    for (const entry of entries) for (const term of entry.terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
    return { entries, frequency };
  }

  return {
    async search(documents, question, count) {
      if (documents.length === 0) return [];
      const index = await indexOf(documents);
      const [vector] = (await embedder.embed([asQuestion(question)])) as [Embedding];
      const asked: Asked = { vector, weights: weightsOf(termsOf(question), index), kind: answerKind(question) };
      const near = index.entries
        .map((entry) => ({
          entry,
          score: score(similarity(vector, entry.vector), coverage(asked.weights, entry.terms)),
        }))
        .sort((a, b) => b.score - a.score)
        .slice(0, Math.max(shortlist, count));
      const hits: Hit[] = [];
      for (const { entry } of near) hits.push(...(await hitsIn(entry, asked, embedder)));
      return hits.sort((a, b) => b.score - a.score).slice(0, count);
    },
    async prepare(documents) {
      const { entries } = await indexOf(documents);
      if (entries.length > smallIndex) return;
      for (const { passage } of entries)
        await embedder.embed(passage.sentences.map((text) => inContext(passage, text)));
    },
  };
}

async function hitsIn({ passage, vector }: Entry, asked: Asked, embedder: Embedder): Promise<readonly Hit[]> {
  const texts = passage.sentences.map((text) => inContext(passage, text));
  const vectors = await embedder.embed(texts);
  const whole = similarity(asked.vector, vector);
  return texts.map((text, sentence) => {
    const alike = Math.max(similarity(asked.vector, vectors[sentence] as Embedding), 0.85 * whole);
    const covered = coverage(asked.weights, termsOf(`${passage.title} ${text}`));
    const fits = asked.kind?.test(passage.sentences[sentence] as string) === true ? kindWeight : 0;
    return { passage, sentence, similarity: alike, coverage: covered, score: score(alike, covered) + fits };
  });
}

interface Asked {
  readonly vector: Embedding;
  readonly weights: ReadonlyMap<string, number>;
  /** What an answer to this kind of question holds. */
  readonly kind: RegExp | undefined;
}

/** The recogniser's punctuation is a guess, and must not decide what is found. */
const asQuestion = (text: string): string =>
  `${text
    .replace(/[.,!?;:]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()}?`;

const kinds: readonly (readonly [question: RegExp, answer: RegExp])[] = [
  [/\bhow (much|expensive)\b|\b(price|cost|charge|fee)s?\b/i, /[$€£]\s?\d|\d+ (dollars|euros|pounds)|\bfree\b/i],
  [/\b(what time|hours|open|close|opening|closing)\b/i, /\d\s?[ap]\.?m\b|\d:\d\d|\bnoon\b|\bclosed?\b/i],
  [/\bhow (long|many|old|far|soon|early|late)\b/i, /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|half)\b/i],
  [/\b(where|address|located)\b/i, /\d+ \p{Lu}|\b(street|avenue|road|floor|suite|lot|building)\b/iu],
];
const answerKind = (question: string): RegExp | undefined => kinds.find(([asks]) => asks.test(question))?.[1];

const inContext = (passage: Passage, text: string): string => `${passage.heading}: ${text}`;

const score = (alike: number, covered: number): number => alike + coverageWeight * covered;

/** Rare terms weigh more; a term the documents never use weighs most. */
function weightsOf(terms: ReadonlySet<string>, index: Index): ReadonlyMap<string, number> {
  const total = index.entries.length;
  return new Map([...terms].map((term) => [term, Math.log(1 + total / (0.5 + (index.frequency.get(term) ?? 0)))]));
}

function coverage(weights: ReadonlyMap<string, number>, terms: ReadonlySet<string>): number {
  let named = 0;
  let sum = 0;
  for (const [term, weight] of weights) {
    sum += weight;
    if (terms.has(term)) named += weight;
  }
  return sum === 0 ? 0 : named / sum;
}
