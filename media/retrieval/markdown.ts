import type { Block, Part } from './source.ts';

/**
 * Splits plain text or Markdown into headings, paragraphs, lists and tables. Each part is the content under one
 * heading.
 */
export function markdownParts(title: string, text: string): readonly Part[] {
  const parts: { place: string; blocks: Block[] }[] = [{ place: title, blocks: [] }];
  let lines: Line[] = [];
  /** Headings above the current line, by level. */
  const path: string[] = [];
  const close = (): void => {
    parts.at(-1)?.blocks.push(...blocksOf(lines));
    lines = [];
  };
  for (const raw of text.replaceAll('\r', '').split('\n')) {
    const line = lineOf(raw);
    if (line.kind === 'heading') {
      close();
      path.length = Math.min(path.length, line.level - 1);
      path[line.level - 1] = line.text;
      const heading = path.filter((part) => part !== undefined).join(': ');
      parts.push({ place: line.text, blocks: [{ kind: 'heading', text: heading }] });
    } else lines.push(line);
  }
  close();
  return parts.filter(({ blocks }) => blocks.some(({ kind }) => kind !== 'heading'));
}

type Line =
  | { readonly kind: 'heading'; readonly text: string; readonly level: number }
  | { readonly kind: 'item'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string; readonly isIndented: boolean }
  | { readonly kind: 'row'; readonly cells: readonly string[] }
  | { readonly kind: 'empty' | 'rule' };

function lineOf(raw: string): Line {
  const line = raw.trim();
  const [, marks = '', heading] = /^(#{1,6})\s+(.*?)#*$/.exec(line) ?? [];
  if (heading !== undefined) return { kind: 'heading', text: withoutMarks(heading), level: marks.length };
  if (/^\|.*\|$/.test(line)) return /^[|\-:\s]+$/.test(line) ? { kind: 'rule' } : { kind: 'row', cells: cellsOf(line) };
  if (line === '' || /^[-=:\s]{3,}$/.test(line)) return { kind: 'empty' };
  const item = /^(?:[-*+•]|\d+[.)])\s+(.*)$/.exec(line)?.[1];
  if (item !== undefined) return { kind: 'item', text: withoutMarks(item) };
  return { kind: 'text', text: withoutMarks(line.replace(/^\\(?=[#>|*+-])/, '')), isIndented: /^\s/.test(raw) };
}

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => withoutMarks(cell.replaceAll('\\|', '|').trim()));

/** Groups adjacent lines of one kind into a paragraph, a list or a table. */
function blocksOf(lines: readonly Line[]): Block[] {
  const blocks: Block[] = [];
  let open = 'empty' as Line['kind'];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (line.kind === 'item') blocks.push({ kind: 'text', text: line.text, isItem: true });
    else if (line.kind === 'text') {
      const goesOn = open === 'text' || (open === 'item' && line.isIndented);
      if (goesOn && last?.kind === 'text') blocks[blocks.length - 1] = { ...last, text: `${last.text} ${line.text}` };
      else blocks.push({ kind: 'text', text: line.text });
    } else if (line.kind === 'row') {
      if ((open === 'row' || open === 'rule') && last?.kind === 'table')
        blocks[blocks.length - 1] = { kind: 'table', table: { ...last.table, rows: [...last.table.rows, line.cells] } };
      else blocks.push({ kind: 'table', table: { header: [], rows: [line.cells] } });
    } else if (line.kind === 'rule' && last?.kind === 'table' && last.table.header.length === 0) {
      const [header = [], ...rows] = last.table.rows;
      blocks[blocks.length - 1] = { kind: 'table', table: { header, rows } };
    }
    open = line.kind === 'text' && open === 'item' && line.isIndented ? 'item' : line.kind;
  }
  return blocks;
}

/** Removes formatting marks, link addresses and emoji. */
export function withoutMarks(text: string): string {
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
