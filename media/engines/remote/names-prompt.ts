import type { SpeechHints } from '../../line/speech.ts';

/** Servers read at most 224 tokens of it. */
const mostCharacters = 500;

/** Returns the preceding text that a server is to assume: the given one, or a list of the names. */
export function promptOf({ prompt, keyTerms = [] }: SpeechHints): string | undefined {
  if (prompt !== undefined || keyTerms.length === 0) return prompt;
  const fitting: string[] = [];
  let length = 0;
  for (const term of keyTerms) {
    length += term.length + 2;
    if (length > mostCharacters) break;
    fitting.push(term);
  }
  return fitting.length === 0 ? undefined : `${fitting.join(', ')}.`;
}
