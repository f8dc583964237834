import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type Content, lineOf } from './content.ts';
import { tableFrom } from './grid.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

export interface HtmlContent {
  readonly title: string | undefined;
  readonly content: readonly Content[];
}

/** Elements whose text is not read. */
const unread = new Set(
  'script style template noscript head nav svg math iframe object embed canvas audio video select button textarea dialog'.split(
    ' ',
  ),
);
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
/** Deeper elements are left out. No page that a person wrote has them. */
const deepest = 300;

/** Reads what a page of HTML shows: headings, text and tables, without navigation and scripts. */
export function htmlContent(html: string): HtmlContent {
  const document = parse(html, { scriptingEnabled: false });
  return { title: titleIn(document), content: contentOf(document) };
}

export function contentOf(document: Parent): readonly Content[] {
  const reader = createReader();
  reader.read(document, 0);
  return reader.finish();
}

export function titleIn(document: Parent): string | undefined {
  const title = find(document, ({ tagName }) => tagName === 'title');
  const text = title && lineOf(textOf(title, 0));
  return text === '' ? undefined : text;
}

function find(parent: Parent, matches: (element: Element) => boolean, depth = 0): Element | undefined {
  for (const child of parent.childNodes) {
    if (!isElement(child) || depth > deepest) continue;
    const match = matches(child) ? child : find(child, matches, depth + 1);
    if (match !== undefined) return match;
  }
  return undefined;
}

export const isElement = (node: Node): node is Element => 'tagName' in node;
const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';

export const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((each) => each.name === name)?.value;

const isUnread = (element: Element): boolean =>
  unread.has(element.tagName) ||
  attribute(element, 'hidden') !== undefined ||
  attribute(element, 'aria-hidden') === 'true' ||
  attribute(element, 'role') === 'navigation' ||
  /display:\s*none|visibility:\s*hidden/i.test(attribute(element, 'style') ?? '');

function createReader() {
  const content: Content[] = [];
  let open = '';
  let term = '';
  const flush = (): void => {
    const text = lineOf(open);
    open = '';
    if (text === '') return;
    content.push({ kind: 'text', text: term === '' ? text : `${term}: ${text}` });
    term = '';
  };
  const closeTerm = (): void => {
    if (term !== '') content.push({ kind: 'text', text: term });
    term = '';
  };

  function readElement(element: Element, depth: number): void {
    const { tagName } = element;
    if (depth > deepest || isUnread(element)) return;
    if (tagName === 'br') return flush();
    if (inline.has(tagName)) return read(element, depth);
    flush();
    const level = /^h([1-6])$/.exec(tagName)?.[1];
    if (level !== undefined) return readHeading(element, Number(level), depth);
    if (tagName === 'table' && !isLayout(element)) return readTable(element, depth);
    if (tagName === 'pre') return readLines(textOf(element, depth));
    if (tagName === 'dt') {
      closeTerm();
      term = lineOf(textOf(element, depth)).replace(/:$/, '');
      return;
    }
    if (tagName !== 'dd') closeTerm();
    read(element, depth);
    flush();
  }

  function readHeading(element: Element, level: number, depth: number): void {
    const text = lineOf(textOf(element, depth));
    if (text !== '') content.push({ kind: 'heading', level, text });
  }

  function readLines(text: string): void {
    for (const line of text.split('\n')) {
      open = line;
      flush();
    }
  }

  function readTable(element: Element, depth: number): void {
    const table = tableFrom(gridOf(element, depth));
    const caption = find(element, ({ tagName }) => tagName === 'caption');
    const text = caption === undefined ? '' : lineOf(textOf(caption, depth));
    if (table !== undefined) content.push({ kind: 'table', table: text === '' ? table : { ...table, caption: text } });
  }

  function read(parent: Parent, depth: number): void {
    for (const child of parent.childNodes) {
      if (isText(child)) open += child.value;
      else if (isElement(child)) readElement(child, depth + 1);
    }
  }

  return {
    read,
    finish(): readonly Content[] {
      flush();
      closeTerm();
      return content;
    },
  };
}

/** A table that arranges a page has other tables in it, or one column. */
function isLayout(table: Element): boolean {
  if (attribute(table, 'role') === 'presentation') return true;
  return (
    find(table, ({ tagName }) => tagName === 'table') !== undefined ||
    rowsIn(table).every((row) => cellsIn(row).length < 2)
  );
}

const rowsIn = (element: Element): Element[] =>
  element.childNodes.flatMap((child) => {
    if (!isElement(child)) return [];
    if (child.tagName === 'tr') return isUnread(child) ? [] : [child];
    return /^(?:thead|tbody|tfoot)$/.test(child.tagName) ? rowsIn(child) : [];
  });

const cellsIn = (row: Element): Element[] =>
  row.childNodes.filter((child): child is Element => isElement(child) && /^t[dh]$/.test(child.tagName));

const mostSpanned = 100;
const mostColumns = 500;

/** Returns the text of all cells. One that spans columns or rows is repeated in each. */
function gridOf(table: Element, depth: number): { rows: string[][]; headerRows?: number } {
  const rows: string[][] = [];
  const spanning: { text: string; left: number }[] = [];
  let headerRows = 0;
  for (const row of rowsIn(table)) {
    const cells: string[] = [];
    const put = (text: string): void => {
      cells.push(text);
    };
    const continueAbove = (): void => {
      for (let above = spanning[cells.length]; above !== undefined && above.left > 0; above = spanning[cells.length]) {
        above.left -= 1;
        put(above.text);
      }
    };
    const all = cellsIn(row);
    for (const cell of all) {
      if (cells.length >= mostColumns) break;
      continueAbove();
      const text = lineOf(textOf(cell, depth));
      const columns = spanOf(cell, 'colspan');
      for (let i = 0; i < columns; i++) {
        spanning[cells.length] = { text, left: spanOf(cell, 'rowspan') - 1 };
        put(text);
      }
    }
    continueAbove();
    const isHead = all.length > 0 && all.every(({ tagName }) => tagName === 'th');
    if (isHead && headerRows === rows.length) headerRows += 1;
    rows.push(cells);
  }
  return headerRows === 0 ? { rows } : { rows, headerRows };
}

const spanOf = (cell: Element, name: string): number =>
  Math.min(mostSpanned, Math.max(1, Number.parseInt(attribute(cell, name) ?? '1', 10) || 1));

/** Returns all text in an element, with spaces between its blocks. */
function textOf(element: Element, depth: number): string {
  if (depth > deepest) return '';
  return element.childNodes
    .map((child) => {
      if (isText(child)) return child.value;
      if (!isElement(child) || isUnread(child)) return '';
      const text = textOf(child, depth + 1);
      return inline.has(child.tagName) ? text : ` ${text} `;
    })
    .join('');
}
