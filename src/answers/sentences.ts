const abbreviation =
  /(?:^|[\s(])(?:dr|mr|mrs|ms|st|no|nos|vs|e\.g|i\.e|a\.m|p\.m|etc|inc|ltd|co|corp|approx|ca|fig|pp?|jr|sr|u\.s|u\.k|[A-Z])\.$/i;
const maxSentence = 600;

/** Splits running text; "Dr. Smith", "Acme Inc. grew" and "3.5" stay whole. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const mark of text.matchAll(/[.!?]+["')\]”’]*(?=\s+["'(“‘]?[\p{Lu}\d•])/gu)) {
    const end = mark.index + mark[0].length;
    const sentence = text.slice(start, end).trim();
    if (abbreviation.test(sentence) && sentence.length < maxSentence) continue;
    sentences.push(sentence);
    start = end;
  }
  const rest = text.slice(start).trim();
  if (rest !== '') sentences.push(rest);
  return sentences.flatMap((sentence) => sentence.match(new RegExp(`[\\s\\S]{1,${maxSentence}}`, 'g')) ?? []);
}
