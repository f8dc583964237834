import { entriesOf } from '../language/languages.ts';

const abbreviations = entriesOf((pack) => pack.text?.abbreviations);
const abbreviation = new RegExp(`(?:^|[\\s("'“‘])(?:${abbreviations.map(escaped).join('|')}|\\p{L})\\.$`, 'iu');
const maxSentence = 600;

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Whether the full stop that a text ends with belongs to an abbreviation: "Dr.", "8 a.m.", an initial. */
export const endsInAbbreviation = (text: string): boolean => abbreviation.test(text);

/** Splits running text; "Dr. Smith", "Acme Inc. Grew" and "3.5" stay whole. A sentence of more than 600 characters is cut. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  // Intl.Segmenter takes seconds for 200,000 characters.
  for (const mark of text.matchAll(/[.!?\u0964]+["')\]”’]*(?=\s+["'(“‘]?[\p{Lu}\p{Lo}\d•])/gu)) {
    const end = mark.index + mark[0].length;
    const sentence = text.slice(start, end).trim();
    if (sentence.length < maxSentence && endsInAbbreviation(sentence)) continue;
    sentences.push(sentence);
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== '') sentences.push(rest);
  return sentences.flatMap((sentence) => sentence.match(new RegExp(`[\\s\\S]{1,${maxSentence}}`, 'g')) ?? []);
}
