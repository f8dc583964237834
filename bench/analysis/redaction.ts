import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redact } from '../../src/analysis/redaction.ts';

export interface RedactionFigures {
  /** Labelled tokens that contain a digit of a card or social security number. */
  readonly tokens: number;
  readonly found: number;
  /**
   * Tokens whose turn names the number or contains all of it; the others need the preceding question, which the set
   * lacks.
   */
  readonly namedTokens: number;
  readonly namedFound: number;
  readonly redactedTokens: number;
  readonly redactedRight: number;
}

const isNumber = (token: string): boolean => /\d/.test(token);
const isSecret = (label: string | undefined): boolean => label === 'card_number' || label === 'ssn';
const names = /\b(?:card|ssn|social|credit|debit|visa|master)\b/i;

/** For turns with word labels: counts which labelled words redaction removes, and which others. */
export async function measureRedaction(folder: string, part: 'dev' | 'train'): Promise<RedactionFigures> {
  const figures = { tokens: 0, found: 0, namedTokens: 0, namedFound: 0, redactedTokens: 0, redactedRight: 0 };
  for (const domain of (await readdir(folder)).sort()) {
    const rows = (await readFile(join(folder, domain, `${part}.tsv`), 'utf8')).split('\n').slice(1);
    for (const row of rows) {
      const [, , , text = '', slots = ''] = row.split('\t');
      const words = text.split(' ');
      const labels = slots.split(' ');
      if (words.length !== labels.length) continue;
      const gone = goneIn(text, words);
      for (const [index, word] of words.entries()) {
        if (!isNumber(word)) continue;
        const secret = isSecret(labels[index]);
        const isGone = gone[index] === true;
        const isNamed = names.test(text) || word.replace(/\D/g, '').length >= 13;
        figures.tokens += secret ? 1 : 0;
        figures.found += secret && isGone ? 1 : 0;
        figures.namedTokens += secret && isNamed ? 1 : 0;
        figures.namedFound += secret && isNamed && isGone ? 1 : 0;
        figures.redactedTokens += isGone ? 1 : 0;
        figures.redactedRight += isGone && secret ? 1 : 0;
      }
    }
  }
  return figures;
}

/** Returns which words redaction removes from a text, by comparing the redacted form word by word. */
function goneIn(text: string, words: readonly string[]): boolean[] {
  const rest = redact(text).split(/\[(?:card number|social security number|security code)\]/);
  const kept = new Set<number>();
  let at = 0;
  for (const [part, piece] of rest.entries()) {
    const from = part === rest.length - 1 ? text.length - piece.length : text.indexOf(piece, at);
    for (let place = from; place < from + piece.length; place += 1) kept.add(place);
    at = from + piece.length;
  }
  let start = 0;
  return words.map((word) => {
    const own = [...word]
      .map((letter, offset) => (/\d/.test(letter) ? start + offset : -1))
      .filter((place) => place >= 0);
    start += word.length + 1;
    return own.length > 0 && own.every((place) => !kept.has(place));
  });
}
