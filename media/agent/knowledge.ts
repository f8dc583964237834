import { createHash } from 'node:crypto';
import type { KnowledgeDocument } from '../line/agent.ts';
import {
  closest,
  createFinder,
  type Embed,
  type Found,
  type Hit,
  markdownParts,
  type Near,
  nearPassages,
  otherHearings,
  type Part,
  type Source,
  type Turn,
} from '../retrieval/index.ts';

/** The answer from one document: the same sentences and table cells as on the document's page. */
export interface Fact {
  readonly document: KnowledgeDocument;
  /** The question as a stand-alone one: context from earlier questions is filled in. */
  readonly question: string;
  /** Best first. `spoken` converts each to a sentence. */
  readonly answers: readonly [Hit, ...Hit[]];
  /** All items of the list that most of `answers` belong to, in order; empty if they belong to none. */
  readonly list: readonly string[];
  /**
   * Best match of the question: `similarity` of meaning from -1 to 1, `coverage` as the share of the question's words
   * from 0 to 1.
   */
  readonly similarity: number;
  readonly coverage: number;
  /** "page 3", or the heading above it. */
  readonly place: string;
}

/** A passage with its similarity to the question. */
export interface NearPassage extends Near {
  readonly document: KnowledgeDocument;
}

/**
 * The agent's knowledge: any number of documents of any origin. A document is `{ id, title, text }` in Markdown or
 * plain text, so a persona or a list of facts is also a document. Stateless across calls.
 */
export interface Knowledge {
  /**
   * Returns the answer from the best-matching document, or undefined if none matches. `earlier` contains the previous
   * questions, oldest first: "And on Sunday?" continues the question before it. `isRecognised`: the words come from a
   * recogniser, so a word that occurs in no document may be a misheard one that sounds alike.
   */
  answer(
    documents: readonly KnowledgeDocument[],
    question: string,
    earlier?: readonly Turn[],
    how?: { readonly isRecognised: boolean },
  ): Promise<Fact | undefined>;
  /** Returns up to `count` passages for a language model, nearest first. */
  passages(documents: readonly KnowledgeDocument[], question: string, count: number): Promise<readonly NearPassage[]>;
  /** Embeds the documents ahead of the first question. */
  prepare(documents: readonly KnowledgeDocument[]): Promise<void>;
}

/** Limits of the index cache: total characters of the documents, and number of documents. */
const keptCharacters = 10_000_000;
const maxKept = 512;

export function createKnowledge(embedder: { readonly embed: Embed }): Knowledge {
  const finder = createFinder({ embed: embedder.embed, kept: maxKept, keptCharacters });

  const findIn = (documents: readonly KnowledgeDocument[], question: string, earlier: readonly Turn[] | undefined) =>
    finder.findAmong(question, documents.map(sourceOf), earlier);

  async function answersIn(
    documents: readonly KnowledgeDocument[],
    question: string,
    earlier: readonly Turn[] | undefined,
    isRecognised: boolean,
  ): Promise<readonly Found[]> {
    const all = await findIn(documents, question, earlier);
    if (!isRecognised || closest(all) !== undefined) return all;
    for (const version of otherHearings(question, all)) {
      const others = await findIn(documents, version, earlier);
      if (closest(others) !== undefined) return others;
    }
    return all;
  }

  return {
    async answer(documents, question, earlier, { isRecognised } = { isRecognised: false }) {
      const all = await answersIn(documents, question, earlier, isRecognised);
      const nearest = closest(all);
      const [first, ...more] = nearest?.answers ?? [];
      const document = nearest && documents[all.indexOf(nearest)];
      if (nearest === undefined || first === undefined || document === undefined) return undefined;
      return {
        document,
        question: nearest.text,
        answers: [first, ...more],
        list: listOf([first, ...more], nearest),
        similarity: first.similarity ?? 0,
        coverage: first.coverage,
        place: first.unit.place,
      };
    },
    async passages(documents, question, count) {
      const all = await Promise.all(
        documents.map(async (document) =>
          nearPassages(await finder.near(question, sourceOf(document)), count).map((near) => ({ ...near, document })),
        ),
      );
      return all
        .flat()
        .sort((a, b) => b.score - a.score)
        .slice(0, count);
    },
    async prepare(documents) {
      for (const document of documents) await finder.prepare(sourceOf(document));
    },
  };
}

/** If at least this many items of a list answer equally well, the question is about the whole list. */
const enoughItems = 3;

function listOf(hits: readonly Hit[], { units: { units } }: Found): string[] {
  const ofLists = hits.flatMap(({ unit }) => (unit.kind === 'sentence' && unit.list !== undefined ? [unit.list] : []));
  if (ofLists.length < enoughItems || new Set(ofLists).size > 1) return [];
  const items: string[] = [];
  for (const unit of units) {
    if (unit.kind !== 'sentence' || unit.list !== ofLists[0]) continue;
    if (unit.isOfSame === true) items.push(`${items.pop()} ${unit.text}`);
    else items.push(unit.text);
  }
  return items;
}

function sourceOf({ id, title, text, form, about, year }: KnowledgeDocument): Source {
  const key = createHash('sha256').update(`${id}\0${title}\0${text}`).digest('base64');
  const read = async () => (form === 'parts' ? (JSON.parse(text) as readonly Part[]) : markdownParts(title, text));
  return { key, title, about, year, read };
}
