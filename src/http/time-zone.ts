import { Temporal } from 'temporal-polyfill';
import { createGrowingCache } from '../growing-cache.ts';

/**
 * Names of the tz database without a slash that mean one place. They are not accepted any more, and resolved where an
 * older version stored them.
 */
const renamed: Readonly<Record<string, string>> = {
  Cuba: 'America/Havana',
  CST6CDT: 'America/Chicago',
  EST5EDT: 'America/New_York',
  Egypt: 'Africa/Cairo',
  Eire: 'Europe/Dublin',
  GB: 'Europe/London',
  'GB-Eire': 'Europe/London',
  GMT: 'UTC',
  GMT0: 'UTC',
  'GMT+0': 'UTC',
  'GMT-0': 'UTC',
  Greenwich: 'UTC',
  Hongkong: 'Asia/Hong_Kong',
  Iceland: 'Atlantic/Reykjavik',
  Iran: 'Asia/Tehran',
  Israel: 'Asia/Jerusalem',
  Jamaica: 'America/Jamaica',
  Japan: 'Asia/Tokyo',
  Kwajalein: 'Pacific/Kwajalein',
  Libya: 'Africa/Tripoli',
  MST7MDT: 'America/Denver',
  Navajo: 'America/Denver',
  NZ: 'Pacific/Auckland',
  'NZ-CHAT': 'Pacific/Chatham',
  Poland: 'Europe/Warsaw',
  Portugal: 'Europe/Lisbon',
  PRC: 'Asia/Shanghai',
  PST8PDT: 'America/Los_Angeles',
  ROC: 'Asia/Taipei',
  ROK: 'Asia/Seoul',
  Singapore: 'Asia/Singapore',
  Turkey: 'Europe/Istanbul',
  UCT: 'UTC',
  Universal: 'UTC',
  'W-SU': 'Europe/Moscow',
  Zulu: 'UTC',
};

/** Places that people mean by an abbreviation or a name, the likeliest first. */
const meant: Readonly<Record<string, readonly string[]>> = {
  ACST: ['Australia/Adelaide', 'Australia/Darwin'],
  ACT: ['Australia/Sydney', 'Australia/Darwin'],
  AEDT: ['Australia/Sydney', 'Australia/Melbourne'],
  AEST: ['Australia/Sydney', 'Australia/Brisbane'],
  AET: ['Australia/Sydney', 'Australia/Melbourne'],
  AKST: ['America/Anchorage'],
  ART: ['America/Argentina/Buenos_Aires', 'Africa/Cairo'],
  AST: ['America/Halifax', 'Asia/Riyadh', 'America/Puerto_Rico'],
  AWST: ['Australia/Perth'],
  BANGALORE: ['Asia/Kolkata'],
  BANGLADESH: ['Asia/Dhaka'],
  BENGALURU: ['Asia/Kolkata'],
  BRT: ['America/Sao_Paulo'],
  BST: ['Europe/London', 'Asia/Dhaka'],
  CAT: ['Africa/Maputo', 'Africa/Harare'],
  CDT: ['America/Chicago'],
  CEST: ['Europe/Berlin', 'Europe/Paris'],
  CET: ['Europe/Berlin', 'Europe/Paris'],
  CHENNAI: ['Asia/Kolkata'],
  CNT: ['America/St_Johns'],
  CST: ['America/Chicago', 'Asia/Shanghai', 'America/Havana'],
  CTT: ['Asia/Shanghai'],
  DELHI: ['Asia/Kolkata'],
  EAT: ['Africa/Nairobi'],
  ECT: ['Europe/Paris', 'America/Guayaquil'],
  EDT: ['America/New_York'],
  EET: ['Europe/Athens', 'Europe/Helsinki'],
  EEST: ['Europe/Athens', 'Europe/Helsinki'],
  EST: ['America/New_York', 'America/Panama'],
  GST: ['Asia/Dubai'],
  HKT: ['Asia/Hong_Kong'],
  HST: ['Pacific/Honolulu'],
  HYDERABAD: ['Asia/Kolkata'],
  IDT: ['Asia/Jerusalem'],
  IET: ['America/Indiana/Indianapolis'],
  INDIA: ['Asia/Kolkata'],
  'INDIA STANDARD TIME': ['Asia/Kolkata'],
  IST: ['Asia/Kolkata', 'Europe/Dublin', 'Asia/Jerusalem'],
  JST: ['Asia/Tokyo'],
  KST: ['Asia/Seoul'],
  MDT: ['America/Denver'],
  MET: ['Europe/Berlin', 'Europe/Paris'],
  MIT: ['Pacific/Apia'],
  MSK: ['Europe/Moscow'],
  MST: ['America/Denver', 'America/Phoenix'],
  MUMBAI: ['Asia/Kolkata'],
  NEPAL: ['Asia/Kathmandu'],
  NET: ['Asia/Yerevan'],
  'NEW DELHI': ['Asia/Kolkata'],
  NPT: ['Asia/Kathmandu'],
  NST: ['America/St_Johns', 'Pacific/Auckland'],
  NZDT: ['Pacific/Auckland'],
  NZST: ['Pacific/Auckland'],
  PAKISTAN: ['Asia/Karachi'],
  PDT: ['America/Los_Angeles'],
  PHT: ['Asia/Manila'],
  PKT: ['Asia/Karachi'],
  PLT: ['Asia/Karachi'],
  PNT: ['America/Phoenix'],
  PRT: ['America/Puerto_Rico'],
  PST: ['America/Los_Angeles', 'Asia/Manila'],
  SAST: ['Africa/Johannesburg'],
  SGT: ['Asia/Singapore'],
  SST: ['Pacific/Guadalcanal', 'Pacific/Pago_Pago'],
  'SRI LANKA': ['Asia/Colombo'],
  UAE: ['Asia/Dubai'],
  VST: ['Asia/Ho_Chi_Minh'],
  WAT: ['Africa/Lagos'],
  WET: ['Europe/Lisbon'],
  WIB: ['Asia/Jakarta'],
  WEST: ['Europe/Lisbon'],
  Z: ['UTC'],
};

/** Results by name: one takes about 50 microseconds, and an import checks a hundred thousand. Empty for no zone. */
const zoneIds = createGrowingCache<string>(2000);

/** Both are used: `Intl` to format times, Temporal to compute opening hours. Neither accepts all that the other does. */
function zoneIdOf(name: string): string {
  const known = zoneIds.get(name);
  if (known !== undefined) return known;
  let id = '';
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    // `Intl` replaces some names by older ones; Temporal keeps them.
    id = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    // Not a zone.
  }
  zoneIds.set(name, id);
  return id;
}

/**
 * Returns whether a name is `UTC` or a name with a slash in the tz database, such as `Asia/Kolkata`. Abbreviations are
 * ambiguous (IST, CST), have no summer time (EST), or are refused by Temporal.
 */
export const isTimeZone = (name: string): boolean => name === 'UTC' || (name.includes('/') && zoneIdOf(name) !== '');

/** Returns a time zone as the tz database writes it: `Asia/Kolkata` for `asia/kolkata`. A link keeps its own name. */
export const canonicalZone = (name: string): string => zoneIdOf(name) || name;

/** Returns the zone that a stored name stands for; undefined for a name of no single place. */
export function zoneNamed(name: string): string | undefined {
  if (isTimeZone(name)) return name;
  return Object.hasOwn(renamed, name) ? renamed[name] : undefined;
}

/** Returns the first moment of a day (`YYYY-MM-DD`), which is not 00:00 where clocks go forward at midnight. */
export const startOfDay = (day: string, zone: string): string =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds).toISOString();

const areas = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Indian', 'Pacific'];
const mostPlaceLength = 40;

/** Returns the zones that a wrong name may mean, the likeliest first. */
function likelyZones(name: string): readonly string[] {
  const zone = zoneNamed(name.trim());
  if (zone !== undefined) return [zone];
  // The city of a name such as `Asia/Mumbai`, or the whole name.
  const place = name.trim().split('/').at(-1) ?? '';
  const key = place.replaceAll('_', ' ').toUpperCase();
  if (Object.hasOwn(meant, key)) return meant[key] as readonly string[];
  if (!/^[A-Z][A-Z .'-]*$/.test(key) || key.length > mostPlaceLength) return [];
  const city = key.toLowerCase().replaceAll(/(?<=^|[ -])[a-z]/g, (letter) => letter.toUpperCase());
  return areas.map((area) => `${area}/${city.replaceAll(' ', '_')}`).filter(isTimeZone);
}

/** Returns what is wrong with a name that is not a time zone, and what to write. */
export function timeZoneAdvice(name: string): string {
  const likely = likelyZones(name);
  if (likely.length === 0) return 'must be an IANA time zone such as Asia/Kolkata';
  return `must be an IANA time zone with the name of a place: say ${likely.join(' or ')}`;
}
