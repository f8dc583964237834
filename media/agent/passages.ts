import type { KnowledgeDocument } from '../line/brain.ts';

/** A stretch of a document about one thing, cut into sentences that can be spoken. */
export interface Passage {
  readonly documentId: string;
  readonly title: string;
  readonly heading: string;
  readonly sentences: readonly string[];
  /** Sentences, each of which stands for itself (a list), rather than telling one story (a paragraph). */
  readonly list: boolean;
}

/** A passage longer than this is cut between sentences. */
const maxChars = 700;

type Block = { readonly heading: string; readonly list: boolean; readonly lines: string[] };

/** Cuts plain text or Markdown by headings, paragraphs and lists. */
export function passagesOf(document: KnowledgeDocument): readonly Passage[] {
  const passages: Passage[] = [];
  for (const block of blocksOf(document)) {
    const sentences = block.list ? block.lines.map(speakable) : sentencesOf(speakable(block.lines.join(' ')));
    for (const group of groupsOf(sentences.filter((sentence) => sentence !== ''))) {
      passages.push({
        documentId: document.id,
        title: document.title,
        heading: block.heading,
        sentences: group,
        list: block.list,
      });
    }
  }
  return passages;
}

function blocksOf(document: KnowledgeDocument): readonly Block[] {
  const blocks: Block[] = [];
  let heading = document.title;
  let open: Block | undefined;
  for (const raw of document.text.replaceAll('\r', '').split('\n')) {
    const line = raw.trim();
    const title = /^#{1,6}\s+(.*?)#*$/.exec(line)?.[1];
    const item = /^(?:[-*+•]|\d+[.)])\s+(.*)$/.exec(line)?.[1] ?? tableRow(line);
    if (title !== undefined) heading = speakable(title);
    if (/^\|[-|:\s]+\|$/.test(line)) {
      // The row above a table's rule only names the columns.
      open?.lines.pop();
      continue;
    }
    if (line === '' || title !== undefined || /^[-=|:\s]{3,}$/.test(line)) {
      open = undefined;
      continue;
    }
    const list = item !== undefined;
    const continuesItem = open?.list === true && !list && /^\s/.test(raw);
    if (continuesItem) {
      open?.lines.push(`${open.lines.pop()} ${line}`);
    } else if (open === undefined || open.list !== list) {
      open = { heading, list, lines: [item ?? line] };
      blocks.push(open);
    } else {
      open.lines.push(item ?? line);
    }
  }
  return blocks;
}

const tableRow = (line: string): string | undefined =>
  /^\|.*\|$/.test(line) && /[^|\s:-]/.test(line)
    ? line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(': ')
    : undefined;

function* groupsOf(sentences: readonly string[]): Generator<readonly string[]> {
  let group: string[] = [];
  let chars = 0;
  for (const sentence of sentences) {
    if (chars + sentence.length > maxChars && group.length > 0) {
      yield group;
      group = [];
      chars = 0;
    }
    group.push(sentence);
    chars += sentence.length;
  }
  if (group.length > 0) yield group;
}

/** Markdown's marks, links' addresses and emoji are for the eye. */
export function speakable(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}|>|[-*+•]|\d+[.)](?=\s+\p{Lu}))\s+/gmu, '')
    .replace(/\*\*|__|~~|`+/g, '')
    .replace(/(^|\s)[*_]([^*_\n]+)[*_](?=\W|$)/g, '$1$2')
    .replace(/\*/g, '')
    .replace(/\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|\u{20E3}/gu, '')
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const abbreviation =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|st|ave|blvd|no|vs|e\.g|i\.e|a\.m|p\.m|etc|inc|ltd|jr|sr|approx|ext|[A-Z])\.$/i;

/** Splits a paragraph; "Dr. Smith", "8 a.m. to" and "3.5" stay whole. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const mark of text.matchAll(/[.!?]+["')]*(?=\s+["'(]?[\p{Lu}\d])/gu)) {
    const end = mark.index + mark[0].length;
    const sentence = text.slice(start, end).trim();
    if (abbreviation.test(sentence)) continue;
    sentences.push(sentence);
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== '') sentences.push(rest);
  return sentences;
}
