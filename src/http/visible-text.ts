/** What is not seen, and what turns the direction of text around; but not the joiners that scripts of India need. */
export const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text that people gave, in one line of what can be seen: a terminal, a log and a header take it for nothing else. */
export const oneLine = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim();

/** The same for text of several lines, whose breaks are kept. */
export const visibleLines = (text: string): string =>
  text
    .normalize('NFC')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => line.replaceAll('\t', '  ').replaceAll(unseen, '').trimEnd())
    .join('\n')
    .trim();
