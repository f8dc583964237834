import { type Said, saidInContext } from './follow-up/index.ts';
import { aboutItself } from './itself.ts';
import { createKeptIndexes, type Index } from './kept-indexes.ts';
import { type Hit, questionOf, search } from './search.ts';
import type { Quote, Source, Told, Turn } from './source.ts';
import { specificHits, topicHits } from './specific.ts';
import { type Style, styleOf } from './style.ts';
import { type Passage, type Units, unitsOf } from './units.ts';
import { fullTextOf, highlightsOf, summaryOf } from './whole.ts';
import { quoteOf, worded } from './wording.ts';

/** Gives each text a direction: those about the same have nearly one. Unit vectors, in the order of the texts. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** A language model that answers from passages alone; undefined when it does not, and then the text itself answers. */
export type Grounded = (
  question: string,
  source: Source,
  passages: readonly Passage[],
  earlier: readonly Turn[],
) => Promise<string | undefined>;

export interface AnswererOptions {
  readonly embed?: Embed | undefined;
  readonly grounded?: Grounded | undefined;
  /** Sources whose index is kept in memory; 32 unless told. */
  readonly kept?: number;
  /** Of all of these together; 24 million unless told, which are about 200 MB. */
  readonly keptCharacters?: number;
}

export interface Answerer {
  /**
   * An answer from the source, with the places that it is from, or that the source does not say. A question may lean on
   * what was asked `earlier`, oldest first: "And in 2022?"
   */
  answer(question: string, source: Source, earlier?: readonly Turn[]): Promise<Answer>;
}

export interface Answer extends Told {
  readonly style: Style;
  /** Whether the source says what was asked. */
  readonly isFound: boolean;
  readonly by: 'text' | 'model';
}

interface Indexed extends Index {
  readonly units: Units;
  /** Undefined where there is no model, or it failed. */
  readonly vectors: Promise<readonly Float32Array[] | undefined>;
}

const modelPassages = 8;
const patienceMs = 2500;

export function createAnswerer(options: AnswererOptions): Answerer {
  const { embed, grounded, kept = 32, keptCharacters = 24_000_000 } = options;
  const indexes = createKeptIndexes({
    make: (source) => index(source, embed),
    most: kept,
    mostCharacters: keptCharacters,
  });

  async function fromText(text: string, source: Source, earlier: readonly Turn[]): Promise<Answer> {
    const { units, vectors } = await indexes.of(source);
    const { about, year } = source;
    const askBy = (asked: string, similarities: number[] | undefined): Said => {
      const question = questionOf(asked, units, { about, year, similarities });
      const hits = search(question, units);
      const isTopic = styleOf(asked) === 'topic';
      return {
        text: asked,
        question,
        hits,
        told: isTopic ? topicHits(hits, units) : specificHits(question, hits, units),
      };
    };
    const ask = async (asked: string): Promise<Said> => askBy(asked, await likeness(asked, vectors, embed));
    const askByWords = (asked: string): Said => askBy(asked, undefined);
    const said = (await saidInContext(text, earlier, { units, ownYear: year, ask, askByWords })) ?? (await ask(text));
    const { hits, told } = said;
    const style = styleOf(said.text);
    if (grounded !== undefined) {
      const passages = bestPassages([...told, ...hits], units, said.question.similarities);
      const worded = await grounded(text, source, passages, earlier);
      if (worded !== undefined) return byModel(worded, passages, style);
    }
    return told.length === 0
      ? { ...notFound(hits), style, by: 'text' }
      : { ...toldOf(told), style, isFound: true, by: 'text' };
  }

  return {
    async answer(text, source, earlier = []) {
      const style = styleOf(text);
      const told = (answer: Told): Answer => ({ ...answer, style, isFound: true, by: 'text' });
      const said = (answer: string): Answer => told({ text: answer, sources: [] });
      const itself = await aboutItself(text, source);
      if (itself !== undefined) return said(itself);
      switch (style) {
        case 'greeting':
          return said(
            `Hello! Ask me anything about ${source.title}: a figure, a name, a topic, its key points or a summary.`,
          );
        case 'thanks':
          return said(`You are welcome. Is there anything else that you want to know about ${source.title}?`);
        case 'help':
          return said(
            `I answer questions about ${source.title} from what it says, and name where. Ask for a figure or a fact, for a summary, for the key points, for the full text, or about a topic.`,
          );
        case 'full_text':
          return said(fullTextOf(await source.read()));
        case 'summary':
        case 'highlights': {
          const { units } = await indexes.of(source);
          const own = style === 'summary' ? summaryOf(source, units) : highlightsOf(source, units);
          const passages = spread(units.passages, modelPassages * 2);
          const model = await grounded?.(text, source, passages, earlier);
          return model === undefined ? told(own) : byModel(model, passages, style);
        }
        default:
          return fromText(text, source, earlier);
      }
    },
  };
}

async function index(source: Source, embed: Embed | undefined): Promise<Indexed> {
  const units = await unitsOf(await source.read());
  const vectors = embed?.(units.passages.map(({ text }) => text)).catch(() => undefined);
  const characters = units.passages.reduce((sum, { text }) => sum + text.length, 0);
  return { units, characters, vectors: Promise.resolve(vectors) };
}

/** Undefined where there is no model, and while the passages of a long text are still being looked at: words decide then. */
async function likeness(
  text: string,
  vectors: Indexed['vectors'],
  embed: Embed | undefined,
): Promise<number[] | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs).unref());
  const given = await Promise.race([vectors, late]);
  if (given === undefined || embed === undefined) return undefined;
  const [own] = await embed([text]).catch(() => []);
  if (own === undefined) return undefined;
  return given.map((vector) => vector.reduce((sum, value, i) => sum + value * (own[i] as number), 0));
}

const toldOf = (hits: readonly Hit[]): Told => ({
  text: hits.map(worded).join(' '),
  sources: hits.map(({ unit }) => quoteOf(unit)),
});

/** With what comes closest, the best of each of a few places. */
function notFound(hits: readonly Hit[]): Told & { isFound: false } {
  const near = new Map<string, Quote>();
  for (const { unit, coverage } of hits)
    if (coverage >= 0.3 && near.size < 3 && !near.has(unit.place)) near.set(unit.place, quoteOf(unit));
  const where =
    near.size === 0 ? '' : ` What comes closest (${[...near.keys()].join(', ')}) does not answer the question.`;
  const text = `I could not find that. The text does not seem to state it.${where}`;
  return { text, sources: [...near.values()], isFound: false };
}

/** What a model says stands on the passages whose places it names. */
function byModel(text: string, passages: readonly Passage[], style: Style): Answer {
  const sources = passages.filter(({ place }) => new RegExp(`\\b${place}\\b`, 'i').test(text));
  return { text, sources, style, isFound: !saysItIsMissing.test(text), by: 'model' };
}

/** In the words that models are told to use. */
const saysItIsMissing = /^\s*the (?:document|text|recording|file)\b.{0,40}\bdoes not say\b/i;

/** By the words and by the direction, each ranked for itself, fused by their ranks. */
function bestPassages(
  hits: readonly Hit[],
  { passages }: Units,
  similarities: readonly number[] | undefined,
): Passage[] {
  const ranks = new Map<number, number>();
  const add = (order: readonly number[]): void =>
    order.forEach((passage, rank) => void ranks.set(passage, (ranks.get(passage) ?? 0) + 1 / (60 + rank)));
  add([...new Set(hits.map(({ unit }) => unit.passage))].slice(0, 50));
  if (similarities !== undefined)
    add(
      passages
        .map((_, i) => i)
        .toSorted((a, b) => (similarities[b] as number) - (similarities[a] as number))
        .slice(0, 50),
    );
  return [...ranks]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, modelPassages)
    .map(([passage]) => passages[passage] as Passage);
}

const spread = (passages: readonly Passage[], count: number): Passage[] => {
  const step = Math.max(1, passages.length / count);
  return Array.from({ length: Math.min(count, passages.length) }, (_, i) => passages[Math.floor(i * step)] as Passage);
};
