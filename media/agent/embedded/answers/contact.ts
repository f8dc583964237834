import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { plainOf } from '../spoken.ts';
import type { Say } from '../wording.ts';
import { digitsOf } from './numbers.ts';

/** What is kept of an answer, and how it is read back. */
export interface Answer {
  readonly value: string;
  readonly spoken: string;
}

/** Fewer digits are the beginning of a number at best. */
const leastDigits = 7;

/** A telephone number; `digits` holds what was heard when it is none yet. Value is E.164. */
export function phoneOf(
  text: string,
  country: string,
  begun = '',
): { readonly answer?: Answer; readonly digits: string; readonly otherWords: number } {
  const { digits, otherWords } = digitsOf(plainOf(text));
  const international = /^\s*\+/.test(text) || /\bplus\b/i.test(text);
  for (const candidate of [digits, begun + digits]) {
    const answer = candidate.length >= leastDigits ? numberIn(candidate, country, international) : undefined;
    if (answer !== undefined) return { answer, digits: '', otherWords };
  }
  return { digits: (begun + digits).slice(0, 20), otherWords };
}

function numberIn(digits: string, country: string, international: boolean): Answer | undefined {
  const home = isSupportedCountry(country) ? (country as CountryCode) : 'US';
  const parsed = parsePhoneNumberFromString(international ? `+${digits}` : digits, home);
  if (parsed === undefined || !parsed.isPossible()) return undefined;
  // Without its area code a number reaches no one.
  if (parsed.countryCallingCode === '1' && parsed.nationalNumber.length < 10) return undefined;
  const national =
    parsed.countryCallingCode === '1'
      ? parsed.nationalNumber.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
      : parsed.formatInternational();
  return { value: parsed.number, spoken: national };
}

/** An e-mail address as written or as spelled aloud: "john dot smith at mail dot com". */
export function emailOf(text: string, say: Say): Answer | undefined {
  const plain = plainOf(text.replaceAll('_', ' underscore ').replace(/(?<=\w)-(?=\w)/g, ' dash '))
    .replace(
      /\b(my|the) (e ?-?mail|address)( address)?( is|'s)?\b|\be ?-?mail( is)?\b|^(it's|it is|that's|yeah|yes|sure|so|okay|ok|that would be)\b/g,
      ' ',
    )
    .replace(/\b(it's|it is|that's)\b/g, ' ')
    .replace(/\s*@\s*| (?:at sign|at) (?=(?:[\w-]+ ?)+(?:\.| dot | point ))/g, ' @ ')
    .replace(/ (?:dot|period|point|full stop) /g, '.')
    .replace(/ (?:dash|hyphen|minus) /g, '-')
    .replace(/ underscore /g, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const [, local, domain] = /^(.*?) ?@ ?(.*)$/.exec(plain) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const [name, host] = [
    spelled(local),
    spelled(domain.replace(/\s*\.\s*/g, '.').replace(/ (please|thanks|thank you|yeah).*$/, '')),
  ];
  const value = `${name}@${host}`;
  if (!/^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/.test(value) || value.includes('..')) return undefined;
  return {
    value,
    spoken: value
      .replace('@', ` ${say('email_at')} `)
      .replaceAll('.', ` ${say('email_dot')} `)
      .replaceAll('_', ` ${say('email_underscore')} `)
      .replaceAll('-', ` ${say('email_dash')} `),
  };
}

/** Words and letters of a spelled name, with digits as numerals. */
const spelled = (text: string): string =>
  text
    .split(' ')
    .map((word) => (/^[a-z]$/.test(word) ? word : digitsOf(word).digits || word))
    .join('');
