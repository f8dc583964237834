import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';

const notE164 = 'must be a phone number in E.164: a plus, the country code and the number';

/**
 * A number as people write it, with blanks and signs between its digits, in E.164; undefined for what is none. Without
 * a plus it is one of `country`. New ranges of a country are taken before our tables know them: only lengths count.
 */
export function toE164(text: string, country?: CountryCode): string | undefined {
  if (text.length > 40) return undefined;
  const parsed = parsePhoneNumberFromString(text, {
    extract: false,
    ...(country === undefined ? {} : { defaultCountry: country }),
  });
  return parsed?.isPossible() && parsed.ext === undefined ? parsed.number : undefined;
}

/** The same of a number as a provider tells it: some leave out the plus. */
export const toldNumber = (text: string): string | undefined => toE164(text) ?? toE164(`+${text}`);

/** Whether a number is written as E.164 has it, be there such a number or not. */
export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);

export const phoneNumber = z
  .string()
  .transform((text, context) => {
    const number = toE164(text);
    if (number !== undefined) return number;
    context.addIssue({ code: 'custom', message: notE164 });
    return z.NEVER;
  })
  .meta({ examples: ['+12025550143'] });
