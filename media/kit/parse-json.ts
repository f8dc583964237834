/** Levels of objects and lists in a JSON text from outside. Code that visits each level recurses that far at most. */
export const mostJsonLevels = 64;

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125];

/** Returns whether a JSON text has more than `mostJsonLevels` levels. Of text that is not JSON, either answer is right. */
export function isTooDeep(text: string): boolean {
  let levels = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === openList || sign === openObject) {
      levels += 1;
      if (levels > mostJsonLevels) return true;
    } else if (sign === closeList || sign === closeObject) levels -= 1;
  }
  return false;
}

/** Returns the index of the closing quotation mark; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** Parses JSON from outside. Throws a `SyntaxError` if it has too many levels. */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`the JSON has more than ${mostJsonLevels} levels`);
  return JSON.parse(text);
}
