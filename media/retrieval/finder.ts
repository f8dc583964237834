import { asQuestion, type Embed, similarity } from './embed.ts';
import { type Said, saidInContext } from './follow-up/index.ts';
import { createKeptIndexes, type Index } from './kept-indexes.ts';
import { answersInOtherWords, inContext, inOrderOfMeaning } from './meaning.ts';
import { recipientQuestion, roleQuestions } from './roles.ts';
import { type Hit, hitOf, questionOf, search, weightsOf } from './search.ts';
import type { Source, Turn } from './source.ts';
import { specificHits, topicHits } from './specific.ts';
import { styleOf } from './style.ts';
import { type Passage, type Units, unitsOf } from './units.ts';

export interface FinderOptions {
  /** Without it, retrieval uses words only. */
  readonly embed?: Embed | undefined;
  /** Maximum number of sources with an index in memory; 32 by default. */
  readonly kept?: number | undefined;
  /** Maximum total characters of these sources; 24 million by default, about 200 MB. */
  readonly keptCharacters?: number | undefined;
  /**
   * Maximum wait in ms for a source that is still being embedded; after it, retrieval uses words only. Unlimited by
   * default.
   */
  readonly patienceMs?: number | undefined;
}

/** The answer to a question from one source. */
export interface Found extends Said {
  readonly units: Units;
}

/**
 * Finds answers to questions. The same question about the same source has the same answer in a call ({@link
 * file://../agent/knowledge.ts}) and on the page of a document (`src/answers/`).
 */
export interface Finder {
  /** Returns the answer in `answers`, best first; empty if the source does not contain it. */
  find(question: string, source: Source, earlier?: readonly Turn[]): Promise<Found>;
  /** The same for several sources, in their order. The answer from each equals that of `find`, or is empty. */
  findAmong(question: string, sources: readonly Source[], earlier?: readonly Turn[]): Promise<readonly Found[]>;
  /** Returns passages near the question for a language model. Faster than `find`; `answers` is only preliminary. */
  near(question: string, source: Source): Promise<Found>;
  /** Returns the sentences, rows and passages of a source. */
  unitsOf(source: Source): Promise<Units>;
  /** Waits until a source is embedded, so that the first question need not. */
  prepare(source: Source): Promise<void>;
}

interface Indexed extends Index {
  readonly units: Units;
  /** Undefined without a model or if embedding failed. */
  readonly vectors: Promise<readonly Float32Array[] | undefined>;
}

export function createFinder(options: FinderOptions): Finder {
  const { embed, kept = 32, keptCharacters = 24_000_000, patienceMs } = options;
  const indexes = createKeptIndexes({
    make: (source) => index(source, embed),
    most: kept,
    mostCharacters: keptCharacters,
  });
  async function byItself(text: string, source: Source, earlier: readonly Turn[]): Promise<Found> {
    const { units, vectors } = await indexes.of(source);
    const { about, title, year } = source;
    const isKnown = (term: string): boolean =>
      units.units.some((unit) => unit.terms.has(term) || unit.context.has(term));
    const askBy = (askedQuestion: string, similarities: number[] | undefined): Said => {
      const question = questionOf(askedQuestion, units, { about, title, year, similarities });
      const hits = search(question, units);
      const answers = styleOf(askedQuestion) === 'topic' ? topicHits(hits, units) : specificHits(question, hits, units);
      return { text: askedQuestion, question, hits, answers };
    };
    const ask = async (question: string): Promise<Said> =>
      askBy(question, await similaritiesOf(question, { vectors, embed, patienceMs }));
    const askByWords = (question: string): Said => askBy(question, undefined);
    const answered =
      (await saidInContext(text, earlier, { units, ownYear: year, ask, askByWords })) ??
      (await ask(recipientQuestion(text, isKnown) ?? text));
    if (answered.answers.length > 0) return { ...answered, units };
    for (const version of roleQuestions(answered.text, isKnown)) {
      const ofRole = askByWords(version);
      if (ofRole.answers.length > 0) return { ...ofRole, units };
    }
    return { ...answered, units };
  }

  async function settled(result: Found): Promise<Found> {
    if (embed === undefined || !isSmall(result.units)) return result;
    return { ...result, answers: await inOrderOfMeaning(result, embed).catch(() => result.answers) };
  }

  const inOtherWords = async (result: Found): Promise<Found> => ({
    ...result,
    answers: embed === undefined ? [] : await answersInOtherWords(result, result.units, embed).catch(() => []),
  });

  return {
    async find(text, source, earlier = []) {
      const result = await byItself(text, source, earlier);
      return result.answers.length > 0 ? settled(result) : inOtherWords(result);
    },
    async findAmong(text, sources, earlier = []) {
      const all = await Promise.all(sources.map((source) => byItself(text, source, earlier)));
      if (all.some(({ answers }) => answers.length > 0)) return Promise.all(all.map(settled));
      const nearest = all
        .map((_, i) => i)
        .sort((a, b) => nearnessOf(all[b] as Found) - nearnessOf(all[a] as Found))
        .slice(0, mostInOtherWords);
      return Promise.all(all.map((result, i) => (nearest.includes(i) ? inOtherWords(result) : result)));
    },
    unitsOf: async (source) => (await indexes.of(source)).units,
    near: (text, source) => byItself(text, source, []),
    async prepare(source) {
      const { units, vectors } = await indexes.of(source);
      // The embedder caches these vectors for later questions.
      if ((await vectors) !== undefined && isSmall(units)) await embed?.(units.units.map(inContext));
    },
  };
}

/** Maximum passages of a source for which every sentence is embedded individually. */
const smallSource = 200;
const isSmall = ({ passages }: Units): boolean => passages.length <= smallSource;

/** Maximum number of sources searched for paraphrases. */
const mostInOtherWords = 2;
const nearnessOf = ({ question: { similarities } }: Found): number => Math.max(-1, ...(similarities ?? []));

async function index(source: Source, embed: Embed | undefined): Promise<Indexed> {
  const units = await unitsOf(await source.read());
  const vectors = embed?.(units.passages.map(({ text }) => text)).catch(() => undefined);
  const characters = units.passages.reduce((sum, { text }) => sum + text.length, 0);
  return { units, characters, vectors: Promise.resolve(vectors) };
}

interface Likening {
  readonly vectors: Indexed['vectors'];
  readonly embed: Embed | undefined;
  readonly patienceMs: number | undefined;
}

/**
 * Returns the similarity of each passage. Returns undefined without a model, or while the passages of a long text are
 * still being embedded.
 */
async function similaritiesOf(text: string, { vectors, embed, patienceMs }: Likening): Promise<number[] | undefined> {
  const ready = await (patienceMs === undefined ? vectors : Promise.race([vectors, elapsed(patienceMs)]));
  if (ready === undefined || embed === undefined) return undefined;
  const [questionVector] = await embed([asQuestion(text)]).catch(() => []);
  return questionVector === undefined ? undefined : ready.map((vector) => similarity(vector, questionVector));
}

const elapsed = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(() => resolve(undefined), ms).unref());

/** Ranks passages by words and by meaning separately, and fuses the two rankings. */
export function bestPassages({ hits, answers, units: { passages }, question }: Found, most: number): Passage[] {
  const ranks = new Map<number, number>();
  const add = (order: readonly number[]): void =>
    order.forEach((passage, rank) => void ranks.set(passage, (ranks.get(passage) ?? 0) + 1 / (60 + rank)));
  const passageOf = ({ unit }: Hit): number => unit.passage;
  add([...new Set([...answers, ...hits].map(passageOf))].slice(0, 50));
  const { similarities } = question;
  if (similarities !== undefined)
    add(
      passages
        .map((_, i) => i)
        .toSorted((a, b) => (similarities[b] as number) - (similarities[a] as number))
        .slice(0, 50),
    );
  return [...ranks]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([passage]) => passages[passage] as Passage);
}

/**
 * Returns the source whose answer covers most of the question, or undefined if none answers. All results must be for
 * the same question.
 */
export function closest(all: readonly Found[]): Found | undefined {
  const frequency = new Map<string, number>();
  let count = 0;
  for (const { units } of all) {
    count += units.units.length;
    for (const [term, often] of units.frequency) frequency.set(term, (frequency.get(term) ?? 0) + often);
  }
  let best: { readonly result: Found; readonly score: number } | undefined;
  for (const result of all) {
    const [hit] = result.answers;
    if (hit === undefined) continue;
    const weights = weightsOf(result.question.weights.keys(), { count, frequency });
    const { score } = hitOf(hit.unit, { ...result.question, weights }, hit.similarity);
    if (best === undefined || score > best.score) best = { result, score };
  }
  return best?.result;
}

export interface Near {
  readonly passage: Passage;
  /** Comparable between sources: similarity of meaning from -1 to 1, plus up to 0.3 for shared words. */
  readonly score: number;
}

const coverageWeight = 0.3;

/** Returns the nearest passages, best first. */
export function nearPassages({ hits, units: { passages }, question }: Found, most: number): Near[] {
  const covered = new Map<number, number>();
  for (const { unit, coverage } of hits) covered.set(unit.passage, Math.max(coverage, covered.get(unit.passage) ?? 0));
  return passages
    .map((passage, i) => ({
      passage,
      score: (question.similarities?.[i] ?? 0) + coverageWeight * (covered.get(i) ?? 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most);
}
