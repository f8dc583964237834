/** Levels of objects and lists in a JSON text from outside. Code that visits each level recurses that far at most. */
export const mostJsonLevels = 64;

/** Members of one object of a JSON text from outside: parsing many names takes far longer than parsing a long list. */
export const mostJsonMembers = 5000;

const [quote, comma, backslash, openList, closeList, openObject, closeObject] = [34, 44, 92, 91, 93, 123, 125];

/**
 * Returns the limit that a JSON text exceeds, before it is parsed: "at most 64 levels". Of text that is not JSON, any
 * answer is right.
 */
export function exceededLimit(text: string): string | undefined {
  /** Members so far of the open object at each level. */
  const members = new Int32Array(mostJsonLevels + 1);
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === quote) at = endOfString(text, at);
    else if (sign === comma) {
      const count = (members[level] ?? 0) + 1;
      if (count > mostJsonMembers) return `at most ${mostJsonMembers} members in one object`;
      members[level] = count;
    } else if (sign === openList || sign === openObject) {
      level += 1;
      if (level > mostJsonLevels) return `at most ${mostJsonLevels} levels`;
      members[level] = sign === openObject ? 1 : membersOfList;
    } else if (sign === closeList || sign === closeObject) level = Math.max(0, level - 1);
  }
  return undefined;
}

/** The commas of a list are not counted: no text has so many that this becomes the limit. */
const membersOfList = -(2 ** 31);

/** Returns the index of the closing quotation mark; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

/** Parses JSON from outside. Throws a `SyntaxError` if it exceeds a limit. */
export function parseJson(text: string): unknown {
  const limit = exceededLimit(text);
  if (limit !== undefined) throw new SyntaxError(`the JSON must have ${limit}`);
  return JSON.parse(text);
}
