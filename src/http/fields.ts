import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { z } from 'zod';
import { roles } from './identity.ts';
import { canonicalZone, isTimeZone, startOfDay, timeZoneAdvice } from './time-zone.ts';

/** Invisible characters and those that reverse text direction, except the joiners of Indic scripts. */
export const unseen = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Reduces user-supplied text to one line of visible characters, so that it cannot affect a terminal, a log or a header.
 */
export const oneLine = (text: string): string =>
  text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim();

/** Like `oneLine`, for text of several lines, whose breaks are kept. */
export const visibleLines = (text: string): string =>
  text
    .normalize('NFC')
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => line.replaceAll('\t', '  ').replaceAll(unseen, '').trimEnd())
    .join('\n')
    .trim();

/**
 * Blanks, and the characters below U+10000 that `unseen` matches: the content of a class that every engine of regular
 * expressions reads, for patterns of the API documentation.
 */
export const invisible =
  '\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u180e\\u200b-\\u200f' +
  '\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb';
/** At least one visible character. */
const seen = `[^${invisible}]`;

const atMost = (max: number): string => `must have at most ${max.toLocaleString('en')} characters`;

/** Text stored as one line of 1 to `max` visible characters. */
export const lineOf = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().min(1, 'must not be empty').max(max, atMost(max)))
    .meta({ minLength: 1, maxLength: max, pattern: seen });

/** Text stored as one line of up to `max` characters, possibly empty. */
export const lineUpTo = (max: number) =>
  z
    .string()
    .transform(oneLine)
    .pipe(z.string().max(max, atMost(max)))
    .meta({ maxLength: max });

/** Like `lineOf`, with several lines. */
export const linesOf = (max: number) =>
  z
    .string()
    .max(max, atMost(max))
    .transform(visibleLines)
    .pipe(z.string().min(1, 'must not be empty'))
    .meta({ minLength: 1, maxLength: max, pattern: seen });

const notE164 = 'must be a phone number in E.164: a plus, the country code and the number';

/**
 * Converts a number as people write it, with blanks and punctuation between its digits, to E.164; returns undefined if
 * invalid. A number without a plus belongs to `country`. Only lengths are checked, because a country's new number
 * ranges are in use before the tables include them.
 */
export function toE164(text: string, country?: CountryCode): string | undefined {
  if (text.length > 40) return undefined;
  // Address books and chats copy numbers with marks of text direction.
  const parsed = parsePhoneNumberFromString(text.replaceAll(/\p{Cf}/gu, ''), {
    extract: false,
    ...(country === undefined ? {} : { defaultCountry: country }),
  });
  return parsed?.isPossible() && parsed.ext === undefined ? parsed.number : undefined;
}

/**
 * Converts a number from a provider. Some providers omit the plus; others write numbers of the country of `line`, the
 * organisation's number in the call: with a leading zero, or the ten digits of North America.
 */
export function toldNumber(text: string, line = ''): string | undefined {
  const country = text.startsWith('0') ? parsePhoneNumberFromString(line)?.country : undefined;
  const isNorthAmerican = line.startsWith('+1') && /^[2-9]\d\d[2-9]\d{6}$/.test(text);
  return (
    toE164(text) ??
    toE164(isNorthAmerican ? `+1${text}` : `+${text}`) ??
    (country === undefined ? undefined : toE164(text, country))
  );
}

/** Keeps a provider's notation, but removes characters that no number contains, since it is stored and displayed. */
export const plainNumber = (number: string | undefined): string =>
  (number ?? '')
    .replaceAll(/[^\w+@.:;*# ()-]/g, '')
    .trim()
    .slice(0, 64);

/**
 * Returns the ISO 3166 code of the country of a number in E.164; undefined for numbers of no country. A range that the
 * tables lack belongs to the main country of its calling code, which is the first one.
 */
export function countryOf(phone: string): string | undefined {
  const parsed = parsePhoneNumberFromString(phone);
  return parsed?.country ?? parsed?.getPossibleCountries()[0];
}

/** Returns the country code and the national digits of a number in E.164. */
export function numberParts(phone: string): { readonly countryCode: string; readonly national: string } {
  const parsed = parsePhoneNumberFromString(phone);
  if (parsed === undefined) return { countryCode: '', national: phone.replace('+', '') };
  return { countryCode: parsed.countryCallingCode, national: parsed.nationalNumber };
}

/** Returns whether a number has E.164 syntax, assigned or not. */
export const isE164 = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);

const phoneForm = { format: 'phone', description: 'A phone number in E.164.', examples: ['+12025550143'] };
/** zod omits the examples of a transformed value from its input schema, so the input schema has them itself. */
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

/** Browser validation, plus a domain of at least two parts. */
const emailForm =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** E-mail address in its normal form: without surrounding blanks, in lower case. */
export const email = z
  .string()
  .max(254, 'is longer than an e-mail address can be')
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email({ pattern: emailForm, error: 'must be an e-mail address' }))
  .meta({ format: 'email' });

export const organisationName = lineOf(120);
export const personName = lineOf(120);
export const keyName = lineOf(120);

export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: ({ input }) => timeZoneAdvice(String(input)) })
  .transform(canonicalZone)
  .meta({ format: 'time-zone', minLength: 1, examples: ['Asia/Kolkata'] });

export const role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` });

interface Nouns {
  /** With its article: `a scope`. */
  readonly one: string;
  readonly many: string;
}

/** One or more names of a fixed set. Each is returned once. */
export const listOfNames = <const Name extends string>(names: readonly Name[], { one, many }: Nouns) =>
  z
    .array(z.enum(names as readonly [Name, ...Name[]], { error: `must be one of ${names.join(', ')}` }))
    .min(1, `must name ${one}`)
    .max(names.length, `must have at most ${names.length} ${many}`)
    .transform((list) => [...new Set(list)]);

/**
 * An object whose keys are data, with at most `most` of them. Like zod for lists, it checks their number before their
 * values, so an object with too many is one fault.
 */
export const recordOf = <Value extends z.ZodType>(key: z.ZodString, value: Value, most: number) =>
  z.preprocess(
    (given, context) => {
      const isObject = typeof given === 'object' && given !== null;
      if (!isObject || Object.keys(given).length <= most) return given;
      context.addIssue({ code: 'custom', message: `must have at most ${most} entries` });
      return z.NEVER;
    },
    z.record(key, value).meta({ maxProperties: most }),
  );

/** An object with keys and values of the client's choice. */
export const freeObject = recordOf(z.string().max(200, 'has a key that is too long'), z.unknown(), 1000);

/** A field of a PATCH that has a default. `null` restores it. */
export const withDefault = <T extends z.ZodType>(type: T, initial: z.output<T>) =>
  type
    .nullable()
    .transform((value) => value ?? initial)
    .exactOptional();

const tagForm = /^[^:\s][^:]{0,48}:\S.{0,98}$/u;

/** Tag by which contacts are grouped. */
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
/** Difference from UTC of the zone that is furthest away. */
const furthestZoneMs = 14 * 3_600_000;
/** Times are compared as text, so the year must have four digits. */
const latest = '9999-12-31T23:59:59.999Z';
const utcOf = (text: string): string => earlierOf(new Date(text).toISOString(), latest);
const earlierOf = (one: string, other: string): string => (one.startsWith('+') || one > other ? other : one);

/** Inclusive start: a moment in UTC, or a day, which begins in the organisation's time zone (`momentIn`). */
export const startMoment = momentForm.transform((text) => (isDay(text) ? text : utcOf(text)));

/** Exclusive end: a moment in UTC, or the day after the last one. */
export const endMoment = momentForm.transform((text) => {
  if (!isDay(text)) return utcOf(text);
  const next = utcOf(new Date(Date.parse(text) + dayMs).toISOString());
  return next === latest ? latest : next.slice(0, 10);
});

/** Returns a bound of the two forms above as a moment: days begin in this time zone. */
export const momentIn = (zone: string, bound: string): string => (isDay(bound) ? startOfDay(bound, zone) : bound);

/** Exclusive end in UTC. A date alone includes that day, in UTC. */
export const endMomentInUtc = endMoment.transform((bound) => momentIn('UTC', bound));

const languageRule = 'must be a language such as en-US or hi-IN';

/** A BCP 47 tag of a language and usually a region, in canonical form. */
export const languageCode = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, languageRule)
  .refine((code) => canonicalCode(code) !== undefined, languageRule)
  .transform((code) => canonicalCode(code) ?? code)
  // Language, script and region; rarer subtags are accepted too.
  .meta({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-[A-Za-z]{2}|-[0-9]{3})?$', examples: ['en-US', 'hi-IN'] });

function canonicalCode(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}

/**
 * An integer query parameter in decimal digits. Other forms, which JavaScript converts to numbers, are invalid. `rule`
 * replaces zod's own message.
 */
export const queryInteger = (least: number, most: number, rule?: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value) ? Number.NaN : value),
    z.coerce.number(rule).int(rule).min(least, rule).max(most, rule),
  );

/** Query parameters of a list. */
export const pageQuery = z.object({
  limit: queryInteger(1, 100).default(50),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
});

/** A part of a name. */
export const searchedText = z.string().max(100).transform(oneLine).meta({ maxLength: 100 });

/** The sorting of a list, beside its page. `names` are columns that it can be sorted by; `fallback` is the order without `sort`. */
export const sortedBy = <const Names extends readonly [string, ...string[]]>(names: Names, fallback: string) => ({
  sort: z
    .enum(names, { error: `must be one of ${names.join(', ')}` })
    .exactOptional()
    .meta({ description: `Sorts by this field. Missing values count as the lowest. Default: ${fallback}.` }),
  order: z
    .enum(['asc', 'desc'], { error: 'must be asc or desc' })
    .exactOptional()
    .meta({ description: 'Default: `asc` with `sort`.' }),
});

export const newestFirst = 'newest first';

export const pageFields = { total: z.number().int(), limit: z.number().int(), offset: z.number().int() };

/** A moment in a response, as the API documentation states it. */
const moment = z.string().meta({ format: 'date-time' });

/** A span of time in a response: `from` inclusive, `to` exclusive. */
export const range = z.object({ from: moment, to: moment });

/** Returns one page of a list that is short enough to be in memory as a whole. */
export function pageOf<T>(rows: readonly T[], { limit, offset }: z.output<typeof pageQuery>) {
  return { rows: rows.slice(offset, offset + limit), page: { total: rows.length, limit, offset } };
}

/** RFC 9562 reads UUIDs in either case; they are stored in lower case. */
export const uuid = z.uuid().toLowerCase();

/**
 * Rejects a range that ends before it begins. Its ends are `startMoment` and `endMoment`. A day begins in a
 * time zone that is unknown here, so beside a moment its earliest or latest beginning counts.
 */
export const inOrder =
  <From extends string, To extends string>(from: From, to: To) =>
  (query: Readonly<Partial<Record<From | To, string | undefined>>>, context: z.RefinementCtx): void => {
    const { [from]: start, [to]: end } = query;
    if (start === undefined || end === undefined) return;
    const zoneMs = isDay(start) === isDay(end) ? 0 : furthestZoneMs;
    if (Date.parse(start) - zoneMs >= Date.parse(end))
      context.addIssue({ code: 'custom', path: [to], message: `must not be earlier than ${from}` });
  };

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns an id as it is stored: a UUID in lower case, any other text unchanged. */
export const canonicalId = (id: string): string => (uuidForm.test(id) ? id.toLowerCase() : id);

/** A boolean query parameter, in the forms that clients of different languages send. */
export const flag = z
  .enum(['true', 'false', '1', '0', 'True', 'False'])
  // Generators of clients derive one name from `true` and `True`.
  .meta({ enum: ['true', 'false', '1', '0'] })
  .default('false');

export const isOn = (value: z.output<typeof flag>): boolean => ['true', 'True', '1'].includes(value);

/** PostgreSQL rejects NUL in text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is shown in the description of the API
export const withoutZero = /^[^\u0000]+$/;

/** An id in a body. A malformed one is treated as unknown, not as a validation error. */
export const bodyId = idOr('is missing');

/** Like `bodyId`, with a message for a missing or empty value. */
export const requiredId = (missing: string) => idOr(missing);

function idOr(missing: string) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : 'must be an id, as a text') })
    .max(200)
    .regex(withoutZero, { error: ({ input }) => (input === '' ? missing : 'must be an id') })
    .transform(canonicalId);
}
