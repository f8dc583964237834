/** Returns the parts of a text between separators, trimmed. Empty ones are left out. */
export const listIn = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
