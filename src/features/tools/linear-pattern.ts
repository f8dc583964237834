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
