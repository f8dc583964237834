import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { roles } from './identity.ts';

/** Invisible characters and those that reverse text direction, except the joiners of Indic scripts. */
export const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text that people gave, in one line of what can be seen: a terminal, a log and a header take it for nothing else. */
export const oneLine = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim();

/** The same for text of several lines, whose breaks are kept. */
export const visibleLines = (text: string): string =>
  text
    .normalize('NFC')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => line.replaceAll('\t', '  ').replaceAll(unseen, '').trimEnd())
    .join('\n')
    .trim();

/** One character that is seen, at least, as the description of the API says it. */
const seen = '[^\\s\\p{C}]';

const atMost = (max: number): string => `must have at most ${max.toLocaleString('en')} characters`;

/** Text that is stored as one line of 1 to `max` characters that are seen. */
export const lineOf = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, 'must not be empty').max(max, atMost(max)))
    .meta({ minLength: 1, maxLength: max, pattern: seen });

/** Text that is stored as one line of up to `max` characters, and may be empty. */
export const lineUpTo = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, atMost(max)))
    .meta({ maxLength: max });

/** The same as `lineOf`, in several lines. */
export const linesOf = (max: number) =>
  z
    .string()
    .max(max, atMost(max))
    .transform(visibleLines)
    .pipe(z.string().min(1, 'must not be empty'))
    .meta({ minLength: 1, maxLength: max, pattern: seen });

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

const phoneForm = { format: 'phone', description: 'A phone number in E.164.', examples: ['+12025550143'] };
/** zod leaves examples of a transformed value out of the schema of its input, so the input has them itself. */
export const phoneNumber = z
  .string()
  .meta(phoneForm)
  .transform((text, context) => {
    const number = toE164(text);
    if (number !== undefined) return number;
    context.addIssue({ code: 'custom', message: notE164 });
    return z.NEVER;
  })
  .meta(phoneForm);

/** As browsers check it, with a domain of two parts at least. */
const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** As it is compared and stored: without surrounding blanks, in lower case. */
export const email = z
  .string()
  .max(254, 'is longer than an e-mail address can be')
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email({ pattern: emailForm, error: 'must be an e-mail address' }))
  .meta({ format: 'email' });

export const organisationName = lineOf(120);
export const personName = lineOf(120);
export const keyName = lineOf(120);

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'must be an IANA time zone such as Asia/Kolkata')
  .meta({ format: 'time-zone', minLength: 1, examples: ['Asia/Kolkata'] });

export const role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` });

const tagForm = /^[^:\s][^:]{0,48}:\S.{0,98}$/u;

/** What contacts are grouped by. */
export const tag = z
  .string()
  .max(200, 'is longer than a tag can be')
  .transform(oneLine)
  .pipe(z.string().regex(tagForm, 'must have the form Key:Value'))
  .meta({ pattern: tagForm.source, examples: ['City:Pune'] });

export const tags = z.array(tag).max(50, 'must have at most 50 tags');

const momentForm = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'write a date as 2026-01-31 or a time as 2026-01-31T09:00:00Z',
});

const isDay = (text: string): boolean => text.length === 10;
const dayMs = 86_400_000;
/** Times are compared as text, in which a year has four digits. */
const lastMs = Date.parse('9999-12-31T23:59:59.999Z');

/** From when on, in UTC. A date alone means its whole day, from its first moment. */
export const startMoment = momentForm.transform((text) => new Date(text).toISOString());

/** Until when. A date alone means its whole day, to the first moment of the next. */
export const endMoment = momentForm.transform((text) =>
  new Date(Math.min(lastMs, Date.parse(text) + (isDay(text) ? dayMs : 0))).toISOString(),
);

const languageRule = 'must be a language such as en-US or hi-IN';

/** A BCP 47 tag of a language and, mostly, a region; written as it should be. */
export const languageCode = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, languageRule)
  .refine((code) => canonicalCode(code) !== undefined, languageRule)
  .transform((code) => canonicalCode(code) ?? code)
  // Of a language, a script and a region; rarer parts are accepted too.
  .meta({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2}|-[0-9]{3})?$', examples: ['en-US', 'hi-IN'] });

function canonicalCode(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}

/** A whole number in a query. An empty text is none: JavaScript makes 0 of it. `rule` replaces zod's own words. */
export const queryInteger = (least: number, most: number, rule?: string) =>
  z.preprocess(
    (given) => (given === '' ? Number.NaN : given),
    z.coerce.number(rule).int(rule).min(least, rule).max(most, rule),
  );

/** How lists are asked for. */
export const pageQuery = z.object({
  limit: queryInteger(1, 100).default(50),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
});

export const pageFields = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() };

/** A list that is short enough to be returned whole, with its additional fields. */
export function pageOf<T>(rows: readonly T[], { limit, offset }: z.output<typeof pageQuery>) {
  return { rows: rows.slice(offset, offset + limit), page: { total: rows.length, limit, offset } };
}

/** Yes or no in a query, as the clients of different languages write it. */
export const flag = z.enum(['true', 'false', '1', '0']).default('false');

export const isOn = (value: z.output<typeof flag>): boolean => value === 'true' || value === '1';

/** PostgreSQL rejects NUL in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is shown in the description of the API
const withoutZero = /^[^\u0000]+$/;

/** The id of something, in a body: one of another form than ours is unknown, and not a mistake of form. */
export const bodyId = idOr('is missing');

/** As `bodyId`, with a message for a missing or empty value. */
export const requiredId = (missing: string) => idOr(missing);

function idOr(missing: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : 'must be an id, as a text') })
    .max(200)
    .regex(withoutZero, { error: ({ input }) => (input === '' ? missing : 'must be an id') });
}
