import { createHash } from 'node:crypto';
import type { KnowledgeDocument } from '../line/brain.ts';
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

/** What one document says about a question: the same sentences and cells as on the page of the document. */
export interface Fact {
  readonly document: KnowledgeDocument;
  /** As it would be asked by itself: what an earlier question left open is filled in. */
  readonly question: string;
  /** Best first. `spoken` words each of them. */
  readonly told: readonly [Hit, ...Hit[]];
  /** All items of the list that most of these are of, in order; empty where they are of none. */
  readonly list: readonly string[];
  /** Of the question to the best of them: of meaning, -1 to 1, and how much of the question it names, 0 to 1. */
  readonly similarity: number;
  readonly coverage: number;
  /** "page 3", or the heading that it is under. */
  readonly place: string;
}

/** A passage that is near to what was asked, and how near. */
export interface NearPassage extends Near {
  readonly document: KnowledgeDocument;
}

/**
 * What an agent knows: any number of documents, of whatever origin. A document is `{ id, title, text }` with Markdown or
 * plain text, so a persona or a list of facts is one more of them. Nothing is remembered of a call.
 */
export interface Knowledge {
  /**
   * What answers a question, from the document that answers it best; undefined when none does. `earlier` is what was
   * asked before, oldest first: "And on Sunday?" is about the same as the question before it. `isRecognised`: the words
   * are a recogniser's, so one that no document has may be another that sounds like it.
   */
  answer(
    documents: readonly KnowledgeDocument[],
    question: string,
    earlier?: readonly Turn[],
    how?: { readonly isRecognised: boolean },
  ): Promise<Fact | undefined>;
  /** Passages for a language model, nearest first, at most `count`. */
  passages(documents: readonly KnowledgeDocument[], question: string, count: number): Promise<readonly NearPassage[]>;
  /** Embeds the documents ahead of the first question. */
  prepare(documents: readonly KnowledgeDocument[]): Promise<void>;
}

/** Of the documents whose indexes are kept, together, and how many. */
const keptCharacters = 10_000_000;
const kept = 512;

export function createKnowledge(embedder: { readonly embed: Embed }): Knowledge {
  const finder = createFinder({ embed: embedder.embed, kept, keptCharacters });

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
      const found = closest(all);
      const [first, ...more] = found?.told ?? [];
      const document = found && documents[all.indexOf(found)];
      if (found === undefined || first === undefined || document === undefined) return undefined;
      return {
        ...{ document, question: found.text, told: [first, ...more], list: listOf([first, ...more], found) },
        ...{ similarity: first.similarity ?? 0, coverage: first.coverage, place: first.unit.place },
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

/** A question that three items of a list answer equally well is about the list. */
const enoughItems = 3;

function listOf(told: readonly Hit[], { units: { units } }: Found): string[] {
  const ofLists = told.flatMap(({ unit }) => (unit.kind === 'sentence' && unit.list !== undefined ? [unit.list] : []));
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
