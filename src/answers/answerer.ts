import { patternOf } from '../../media/language/match.ts';
import {
  bestPassages,
  createFinder,
  type Embed,
  type Hit,
  type Passage,
  type Quote,
  quoteOf,
  type Source,
  type SourcedText,
  type Style,
  styleOf,
  type Turn,
  worded,
} from '../../media/retrieval/index.ts';
import { aboutItself } from './itself.ts';
import { isSupported } from './supported.ts';
import { fullTextOf, highlightsOf, summaryOf } from './whole.ts';

/**
 * Answers with a language model from passages alone; undefined if the model gives no answer, so that the answer is
 * taken from the text.
 */
export type Grounded = (
  question: SourceQuestion & { readonly passages: readonly Passage[] },
) => Promise<string | undefined>;

interface SourceQuestion {
  readonly question: string;
  readonly source: Source;
  readonly earlier: readonly Turn[];
  /** Organisation whose language model answers. Without one, it is that of the installation. */
  readonly organisation?: string | undefined;
}

export interface AnswererOptions {
  readonly embed?: Embed | undefined;
  readonly grounded?: Grounded | undefined;
  /** Number of sources whose index is kept in memory; 32 by default. */
  readonly kept?: number;
  /** Total characters of the kept sources; 24 million by default, about 200 MB. */
  readonly keptCharacters?: number;
}

export interface Answerer {
  /**
   * Answers from the source and cites the passages, or says that the source does not state it. A question may refer to
   * `earlier` turns, oldest first: "And in 2022?" The language model is that of the organisation, if there is one.
   */
  answer(question: string, source: Source, earlier?: readonly Turn[], organisation?: string): Promise<Answer>;
}

export interface Answer extends SourcedText {
  readonly style: Style;
  /** Whether the source contains the answer. */
  readonly isFound: boolean;
  readonly by: 'text' | 'model';
}

const modelPassages = 8;
/** Time limit for waiting on the embeddings of a long text. */
const patienceMs = 2500;

export function createAnswerer({ grounded, ...options }: AnswererOptions): Answerer {
  const finder = createFinder({ ...options, patienceMs });

  async function fromText(question: SourceQuestion): Promise<Answer> {
    const { question: text, source, earlier } = question;
    const result = await finder.find(text, source, earlier);
    // Embeds the sentences of a small text in the background.
    void finder.prepare(source).catch(() => undefined);
    const { hits, answers } = result;
    const style = styleOf(result.text);
    if (grounded !== undefined) {
      const passages = bestPassages(result, modelPassages);
      const worded = await grounded({ ...question, passages });
      if (worded !== undefined) {
        const answer = byModel(worded, passages, style);
        return answer.isFound && !isSupported({ question: text, answer: worded }, passages, source)
          ? { ...notFound(hits), style, by: 'model' }
          : answer;
      }
    }
    return answers.length === 0
      ? { ...notFound(hits), style, by: 'text' }
      : { ...sourcedTextOf(answers), style, isFound: true, by: 'text' };
  }

  return {
    async answer(text, source, earlier = [], organisation) {
      const question = { question: text, source, earlier, organisation };
      const style = styleOf(text);
      const fromSource = (answer: SourcedText): Answer => ({ ...answer, style, isFound: true, by: 'text' });
      const answerOf = (answer: string): Answer => fromSource({ text: answer, sources: [] });
      const itself = await aboutItself(text, source);
      if (itself !== undefined) return answerOf(itself);
      switch (style) {
        case 'greeting':
          return answerOf(
            `Hello! Ask me anything about ${source.title}: a figure, a name, a topic, its key points or a summary.`,
          );
        case 'thanks':
          return answerOf(`You are welcome. Is there anything else that you want to know about ${source.title}?`);
        case 'help':
          return answerOf(
            `I answer questions about ${source.title} from what it says, and name where. Ask for a figure or a fact, for a summary, for the key points, for the full text, or about a topic.`,
          );
        case 'full_text':
          return answerOf(fullTextOf(await source.read()));
        case 'summary':
        case 'highlights': {
          const units = await finder.unitsOf(source);
          const extract = style === 'summary' ? summaryOf(source, units) : highlightsOf(source, units);
          const passages = spread(units.passages, modelPassages * 2);
          const model = await grounded?.({ ...question, passages });
          return model === undefined || !isSupported({ question: text, answer: model }, passages, source)
            ? fromSource(extract)
            : byModel(model, passages, style);
        }
        default:
          return fromText(question);
      }
    },
  };
}

const sourcedTextOf = (hits: readonly Hit[]): SourcedText => ({
  text: hits.map(worded).join(' '),
  sources: hits.map(({ unit }) => quoteOf(unit)),
});

/** Returns the "not found" answer with the closest passages, one per place. */
function notFound(hits: readonly Hit[]): SourcedText & { isFound: false } {
  const near = new Map<string, Quote>();
  for (const { unit, coverage } of hits)
    if (coverage >= 0.3 && near.size < 3 && !near.has(unit.place)) near.set(unit.place, quoteOf(unit));
  const where =
    near.size === 0 ? '' : ` What comes closest (${[...near.keys()].join(', ')}) does not answer the question.`;
  const text = `I could not find that. The text does not seem to state it.${where}`;
  return { text, sources: [...near.values()], isFound: false };
}

/** Cites the passages whose places the model's answer names. */
function byModel(text: string, passages: readonly Passage[], style: Style): Answer {
  const sources = passages.filter(({ place }) => names(text, place));
  return { text, sources, style, isFound: !saysItIsMissing.test(text), by: 'model' };
}

/** Returns whether a text contains the place, and not as the beginning of another: "page 1" of "page 12". */
function names(text: string, place: string): boolean {
  const [all, wanted] = [text.toLowerCase(), place.toLowerCase()];
  for (let at = all.indexOf(wanted); at !== -1; at = all.indexOf(wanted, at + 1))
    if (!/^[\p{L}\p{N}]/u.test(all.slice(at + wanted.length))) return true;
  return false;
}

/** Matches the phrase that the model's instructions prescribe for a missing answer. */
const saysItIsMissing = patternOf(({ retrieval }) => retrieval?.model.saysItIsMissing);

const spread = (passages: readonly Passage[], count: number): Passage[] => {
  const step = Math.max(1, passages.length / count);
  return Array.from({ length: Math.min(count, passages.length) }, (_, i) => passages[Math.floor(i * step)] as Passage);
};
