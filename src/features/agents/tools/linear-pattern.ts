import { RE2JS } from 're2js';

/** Returns a regular expression that matches in time linear in the length of the text. Throws if that is impossible. */
export function linearPattern(source: string): { test(text: string): boolean } {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  return { test: (text) => compiled.test(text) };
}

/** Returns false for lookaround, backreferences, repeat counts above 1000 and syntax errors. */
export function isLinearPattern(source: string): boolean {
  try {
    linearPattern(source);
    return true;
  } catch {
    return false;
  }
}

/** RE2 accepts no atom that its repeats copy more often. */
const mostCopies = 1000;
/** Classes without regard to case are compiled letter by letter. */
const folding = 100;

/**
 * Returns an upper bound, in characters, for the length of a pattern with its repeats written out. The time to compile
 * it is proportional to this: about 1.5 microseconds for each character.
 */
export function weightOfPattern(source: string): number {
  let ofAtom = 1;
  let ofGroups = 1;
  for (const [, group, ...counts] of source.matchAll(/(\))?\{(\d+),?(\d*)\}/g)) {
    const copies = Math.max(1, ...counts.map(Number));
    if (group === undefined) ofAtom = Math.max(ofAtom, copies);
    else ofGroups *= copies;
  }
  const copies = Math.min(mostCopies, ofAtom * ofGroups);
  return source.length * copies * (/\(\?[a-z-]*i/i.test(source) ? folding : 1);
}
