import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js';
import { patternOf } from '../../../language/match.ts';
import { plainOf } from '../spoken.ts';
import type { Say } from '../wording.ts';
import { digitsOf } from './numbers.ts';

const plus = patternOf(({ agent }) => agent?.contacts.plus);
const emailLeadIn = patternOf(({ agent }) => agent?.contacts.emailLeadIn, 'g');
const statement = patternOf(({ agent }) => agent?.contacts.statement, 'g');
const atSign = patternOf(({ agent }) => agent?.contacts.atSign, 'g');
const dotSign = patternOf(({ agent }) => agent?.contacts.dotSign, 'g');
const dashSign = patternOf(({ agent }) => agent?.contacts.dashSign, 'g');
const underscoreSign = patternOf(({ agent }) => agent?.contacts.underscoreSign, 'g');
const courtesies = patternOf(({ agent }) => agent?.contacts.courtesies, '');

/** `value` is the stored form of an answer, `spoken` the form that is read back. */
export interface Answer {
  readonly value: string;
  readonly spoken: string;
}

/** A shorter sequence is at most the beginning of a number. */
const leastDigits = 7;

/**
 * Parses a telephone number into E.164. If it is incomplete, `digits` contains the digits so far: none if they are too
 * many for a number, which more digits cannot complete.
 */
export function phoneOf(
  text: string,
  country: string,
  begun = '',
): { readonly answer?: Answer; readonly digits: string; readonly otherWords: number } {
  const { digits, otherWords } = digitsOf(plainOf(text));
  const international = /^\s*\+/.test(text) || plus.test(text);
  for (const candidate of [digits, begun + digits]) {
    const answer = candidate.length >= leastDigits ? numberIn(candidate, country, international) : undefined;
    if (answer !== undefined) return { answer, digits: '', otherWords };
  }
  const begins = validatePhoneNumberLength(written(begun + digits, international), homeOf(country)) !== 'TOO_LONG';
  return { digits: begins ? begun + digits : '', otherWords };
}

const homeOf = (country: string): CountryCode => (isSupportedCountry(country) ? (country as CountryCode) : 'US');

const written = (digits: string, international: boolean): string => (international ? `+${digits}` : digits);

function numberIn(digits: string, country: string, international: boolean): Answer | undefined {
  const parsed = parsePhoneNumberFromString(written(digits, international), homeOf(country));
  if (parsed === undefined || !parsed.isPossible()) return undefined;
  // North American numbers need an area code.
  if (parsed.countryCallingCode === '1' && parsed.nationalNumber.length < 10) return undefined;
  const national =
    parsed.countryCallingCode === '1'
      ? parsed.nationalNumber.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
      : parsed.formatInternational();
  return { value: parsed.number, spoken: national };
}

/** Parses an e-mail address, written or spelled aloud: "john dot smith at mail dot com". */
export function emailOf(text: string, say: Say): Answer | undefined {
  const plain = plainOf(text.replaceAll('_', ' underscore ').replace(/(?<=\w)-(?=\w)/g, ' dash '))
    .replace(emailLeadIn, ' ')
    .replace(statement, ' ')
    .replace(atSign, ' @ ')
    .replace(dotSign, '.')
    .replace(dashSign, '-')
    .replace(underscoreSign, '_')
    .replace(/\s+/g, ' ')
    .trim();
  const [, local, domain] = /^(.*?) ?@ ?(.*)$/.exec(plain) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const [name, host] = [spelled(local), spelled(domain.replace(/\s*\.\s*/g, '.').replace(courtesies, ''))];
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

/** Returns the words and letters of a spelled name, with digits as numerals. */
const spelled = (text: string): string =>
  text
    .split(' ')
    .map((word) => (/^[a-z]$/.test(word) ? word : digitsOf(word).digits || word))
    .join('');
