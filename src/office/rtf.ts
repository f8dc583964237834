import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { Tokenize } from 'rtf-stream-parser';
import { type Content, lineOf, OfficeFault, sectionsOf, type Written } from './content.ts';
import { tableFrom } from './grid.ts';

interface Token {
  readonly type: number;
  readonly word?: string;
  readonly param?: number;
  readonly data?: Buffer;
}

/** Kinds of tokens. The package declares them as constants of its own build. */
const groupStart = 0;
const groupEnd = 1;
const control = 2;

/** Groups whose text is not the document's. */
const unread = new Set(
  'colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf themedata datastore listtable listoverridetable rsidtbl generator xmlnstbl fldinst nonshppict listtext pntext bkmkstart bkmkend annotation atnid atnauthor atndate revtbl filetbl latentstyles ftnsep ftnsepc aftnsep aftnsepc mmathPr do shpinst'.split(
    ' ',
  ),
);

/** Code pages of fonts, by `\fcharset`. */
const charsets: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const codePages: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
};

const signs: Readonly<Record<string, string>> = {
  '~': ' ',
  _: '-',
  tab: ' ',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};

interface Group {
  readonly isUnread: boolean;
  readonly isHidden: boolean;
  readonly isFonts: boolean;
  /** Characters that follow `\u` for programs without Unicode. */
  readonly fallback: number;
  readonly font: number;
}

const mostGroups = 1000;

/** Reads the body of an RTF document: no pictures, headers, comments or hidden text. */
export async function readRtf(bytes: Buffer): Promise<Written> {
  const reader = createReader();
  try {
    for await (const token of Readable.from([bytes]).pipe(new Tokenize())) reader.read(token as Token);
  } catch (error) {
    throw error instanceof OfficeFault ? error : new OfficeFault('damaged');
  }
  return { sections: sectionsOf(reader.finish()) };
}

function charsetOfPage(page: number | undefined): string {
  const isWindows = page !== undefined && page >= 1250 && page <= 1258;
  return codePages[page ?? 0] ?? (isWindows ? `windows-${page}` : 'windows-1252');
}

function createReader() {
  const body = createBody();
  const fonts = new Map<number, string>();
  const groups: Group[] = [];
  let group: Group = { isUnread: false, isHidden: false, isFonts: false, fallback: 1, font: -1 };
  let charset = 'windows-1252';
  let isNew = false;
  /** Bytes of a character that may continue in the next token. */
  let pending: Buffer[] = [];
  let skipped = 0;

  const flush = (): void => {
    if (pending.length === 0) return;
    body.add(new TextDecoder(fonts.get(group.font) ?? charset).decode(Buffer.concat(pending)));
    pending = [];
  };
  const change = (to: Partial<Group>): void => {
    group = { ...group, ...to };
  };
  const isShown = (): boolean => !group.isUnread && !group.isHidden;

  function readText(data: Buffer): void {
    const skippedNow = Math.min(skipped, data.length);
    skipped -= skippedNow;
    if (isShown() && !group.isFonts && skippedNow < data.length) pending.push(data.subarray(skippedNow));
  }

  function readControl(word: string, param: number | undefined): void {
    if (word === '*') isNew = true;
    else if (unread.has(word) || (isNew && word !== '*' && word !== 'fldrslt' && word !== 'shptxt'))
      change({ isUnread: true });
    if (word !== '*') isNew = false;
    if (word === 'fonttbl') change({ isFonts: true });
    else if (word === 'f') change({ font: param ?? 0 });
    else if (word === 'fcharset' && group.isFonts) setFont(param ?? 0);
    else if (word === 'ansicpg') charset = charsetOfPage(param);
    else if (word === 'uc') change({ fallback: param ?? 1 });
    else if (word === 'v' || word === 'deleted') change({ isHidden: param !== 0 });
    else if (word === 'plain') change({ isHidden: false });
    else if (word === 'u' && param !== undefined) {
      if (isShown()) body.add(String.fromCharCode(param < 0 ? param + 65_536 : param));
      skipped = group.fallback;
    } else if (isShown()) body.control(word, param);
  }

  const setFont = (number: number): void => {
    const charsetOfFont = charsets[number];
    if (charsetOfFont !== undefined) fonts.set(group.font, charsetOfFont);
  };

  return {
    read({ type, word = '', param, data }: Token): void {
      const isBytes = data !== undefined && word !== 'bin';
      if (!isBytes) flush();
      if (type === groupStart) {
        if (groups.length >= mostGroups) throw new OfficeFault('damaged');
        groups.push(group);
        isNew = false;
      } else if (type === groupEnd) {
        group = groups.pop() ?? group;
        isNew = false;
      } else if (isBytes) readText(data);
      else if (type === control) readControl(word, param);
    },
    finish(): readonly Content[] {
      flush();
      return body.finish();
    },
  };
}

/** Collects paragraphs and the rows of tables. */
function createBody() {
  const content: Content[] = [];
  let text = '';
  let level = 0;
  let isInTable = false;
  let cells: string[] = [];
  let rows: string[][] = [];
  const endTable = (): void => {
    const table = tableFrom({ rows });
    if (table !== undefined) content.push({ kind: 'table', table });
    rows = [];
  };
  const endParagraph = (): void => {
    const line = lineOf(text);
    if (isInTable) {
      text += ' ';
      return;
    }
    text = '';
    if (rows.length > 0) endTable();
    if (line !== '') content.push(level > 0 ? { kind: 'heading', level, text: line } : { kind: 'text', text: line });
  };
  return {
    add(piece: string): void {
      text += piece;
    },
    control(word: string, param: number | undefined): void {
      const sign = signs[word];
      if (sign !== undefined) text += sign;
      else if (word === 'par' || word === 'sect' || word === 'page') endParagraph();
      else if (word === 'line') text += ' ';
      else if (word === 'pard') [level, isInTable] = [0, false];
      else if (word === 'intbl') isInTable = true;
      else if (word === 'outlinelevel') level = Math.min(6, (param ?? 0) + 1);
      else if (word === 'cell') {
        cells.push(lineOf(text));
        text = '';
      } else if (word === 'row') {
        rows.push(cells);
        cells = [];
      }
    },
    finish(): readonly Content[] {
      isInTable = false;
      endParagraph();
      if (rows.length > 0) endTable();
      return content;
    },
  };
}
