/** What is not seen, and what turns the direction of text around; but not the joiners that scripts of India need. */
export const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text that people gave, in one line of what can be seen: a terminal, a log and a header take it for nothing else. */
export const oneLine = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim();
