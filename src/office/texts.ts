import { marked } from 'marked';
import PostalMime, { type Address } from 'postal-mime';
import { type Content, lineOf, OfficeFault, type Section, sectionsOf, type Written } from './content.ts';
import { charsetOfHtml, decoded, requireText } from './decode.ts';
import { htmlContent } from './html.ts';

const mostCharacters = 20_000_000;
/** Characters of one part of a text without headings. */
const partCharacters = 4000;

/** Reads plain text in paragraphs. Answers name its lines. */
export function readText(bytes: Buffer): Written {
  requireText(bytes);
  const sections: { place: string; pieces: Line[] }[] = [];
  let paragraph: string[] = [];
  let [first, length] = [1, 0];
  let paragraphs: Line[] = [];
  const close = (line: number): void => {
    if (paragraphs.length > 0)
      sections.push({ place: first === line ? `line ${line}` : `lines ${first} to ${line}`, pieces: paragraphs });
    [paragraphs, length, first] = [[], 0, line + 1];
  };
  const flush = (): void => {
    const joined = lineOf(paragraph.join(' '));
    if (joined !== '') paragraphs.push({ place: 'body', text: joined });
    length += joined.length;
    paragraph = [];
  };
  const text = decoded(bytes);
  if (text.length > mostCharacters) throw new OfficeFault('too_much_text');
  const lines = text.split(/\r\n|\r|\n/);
  for (const [at, line] of lines.entries()) {
    if (paragraph.length === 0 && isHeading(lines, at)) {
      paragraphs.push({ place: 'heading', text: lineOf(line) });
      continue;
    }
    // Lines of a list or a form are statements of their own.
    if (line.trim() === '' || isOwn(line) || isOwn(lines[at - 1] ?? '')) flush();
    if (line.trim() === '') {
      if (length > partCharacters) close(at + 1);
    } else paragraph.push(line);
    if (paragraph.length > 0 && length + paragraph.length * 40 > partCharacters * 2) {
      flush();
      close(at + 1);
    }
  }
  flush();
  close(lines.length);
  return { sections };
}

type Line = { readonly place: 'heading' | 'body'; readonly text: string };

const mostHeadingWords = 5;

/** A short line of words below a blank one, and above a line at least twice as long. */
function isHeading(lines: readonly string[], at: number): boolean {
  const [before = '', line = '', after = ''] = [lines[at - 1], lines[at], lines[at + 1]].map((each) => each?.trim());
  const isShort = line !== '' && line.split(/\s+/).length <= mostHeadingWords && line.length * 2 <= after.length;
  return before === '' && isShort && /^\p{Lu}[^.!?:;,]*$/u.test(line) && /^[\p{Lu}\p{N}]/u.test(after);
}

/** A line that stands alone: a list item, or a name with its value. */
const isOwn = (line: string): boolean => /^\s*(?:[-*+•–]\s|\d+[.)]\s)|^\s*[^.!?]{1,40}:\s+\S|\t/.test(line);

export function readHtml(bytes: Buffer): Written {
  requireText(bytes);
  const { title, content } = htmlContent(decoded(bytes, charsetOfHtml(bytes)));
  return { title, sections: sectionsOf(content) };
}

/** Front matter of Markdown, in YAML or TOML. */
const frontMatter = /^\ufeff?(---|\+\+\+)\r?\n[\s\S]*?\r?\n\1\r?\n/;

export function readMarkdown(bytes: Buffer): Written {
  requireText(bytes);
  const html = marked.parse(decoded(bytes).replace(frontMatter, ''), { async: false, gfm: true });
  return { sections: sectionsOf(htmlContent(html).content) };
}

/** Reads a message: its sender, recipients, date and subject, its text, and the names of its attachments. */
export async function readMail(bytes: Buffer): Promise<Written> {
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 20, maxHeadersSize: 1_000_000 });
  const person = (from: Address | undefined): string => [from?.name, from?.address].filter(Boolean).join(' ');
  const facts = [
    ['From', person(mail.from)],
    ['To', (mail.to ?? []).map(person).join(', ')],
    ['Cc', (mail.cc ?? []).map(person).join(', ')],
    ['Date sent', sentAt(mail.date)],
    ['Subject', mail.subject ?? ''],
    [
      'Attachments',
      mail.attachments
        .map(({ filename }) => filename ?? '')
        .filter(Boolean)
        .join(', '),
    ],
  ].flatMap(([name, value]): Content[] => {
    const text = lineOf(value ?? '');
    return text === '' ? [] : [{ kind: 'text', text: `${name}: ${text}` }];
  });
  const body: readonly Section[] =
    mail.text !== undefined && mail.text.trim() !== ''
      ? readText(Buffer.from(mail.text)).sections
      : sectionsOf(htmlContent(mail.html ?? '').content);
  const subject = lineOf(mail.subject ?? '');
  const heading = { place: 'heading' as const, text: subject === '' ? 'E-mail' : `E-mail: ${subject}` };
  const head: Section = {
    place: 'mail header',
    pieces: [heading, ...sectionsOf(facts).flatMap(({ pieces }) => pieces)],
  };
  return {
    title: subject === '' ? undefined : subject,
    sections: [head, ...body.map(({ pieces }) => ({ place: 'message', pieces }))],
  };
}

/** Returns the date of a message in words, or as it is written if it is none. */
function sentAt(date: string | undefined): string {
  const at = new Date(date ?? '');
  if (Number.isNaN(at.getTime())) return date ?? '';
  const month = at.toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  return `${at.getUTCDate()} ${month} ${at.getUTCFullYear()}, ${at.toISOString().slice(11, 16)} UTC`;
}
