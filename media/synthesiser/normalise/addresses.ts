import type { SpokenToken } from '../spoken-token.ts';
import { label } from './numbers.ts';
import { type NormaliseOptions, type Rule, say, spell } from './rule.ts';

const signs: Readonly<Record<string, string>> = {
  '@': 'at',
  '.': 'dot',
  '-': 'dash',
  _: 'underscore',
  '/': 'slash',
  '+': 'plus',
  '?': 'question mark',
  '=': 'equals',
  '&': 'and',
  '#': 'hash',
  ':': 'colon',
  '%': 'percent',
  '~': 'tilde',
};

/** jane.doe@example.com: "jane dot doe at example dot com". */
const email: Rule = {
  pattern: /(?:mailto:)?([\p{L}\d][\p{L}\d._%+-]{0,63}@(?:[\p{L}\d-]{1,63}\.){1,5}\p{L}{2,24})/iuy,
  read: ([, address = ''], { options }) => readAddress(address, options),
};

/** Schemes are not spoken. A final period belongs to the sentence. */
const webAddress: Rule = {
  pattern:
    /(?:https?:\/\/|www\.)[^\s<>"'()[\]]{1,300}|(?:[\p{L}\d-]{1,63}\.){1,4}(?:com|org|net|edu|gov|io|co|uk|in|dev|app|ai|info|de|fr|ca|au|us)\b(?:\/[^\s<>"'()[\]]{0,200})?/iuy,
  read: ([all], { options }) => {
    const address = all.replace(/^(?:https?:\/\/)?(?:www\.)?/i, '').replace(/[/.,;:!?]+$/, '');
    const tail = /[.,;:!?]+$/.exec(all)?.[0] ?? '';
    if (address === '' || (/^\d/.test(address) && !/\p{L}/u.test(address))) return undefined;
    return [...readAddress(address, options), ...(tail === '' ? [] : say(tail[0] as string))];
  },
};

function readAddress(address: string, options: NormaliseOptions): SpokenToken[] {
  return (address.match(/\p{L}+|\d+|./gu) ?? []).flatMap((part) => {
    const sign = signs[part];
    if (sign !== undefined) return say(sign);
    if (/^\d/.test(part)) return say(label(part));
    return /^\p{L}/u.test(part) ? readLetters(part, options) : [];
  });
}

/** Reads a part of an address as a word if it looks like one; otherwise spells it. */
function readLetters(part: string, options: NormaliseOptions): SpokenToken[] {
  const lower = part.toLowerCase();
  const spoken =
    lower.length > 3 ? /[aeiouyà-ü]/.test(lower) : options.isWord(lower) || lower === 'com' || lower === 'org';
  return spoken ? say(lower) : spell(lower).length > 0 ? spell(lower) : say(lower);
}

export const addressRules: readonly Rule[] = [email, webAddress];
