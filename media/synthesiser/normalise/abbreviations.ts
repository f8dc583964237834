import type { SpokenToken } from '../spoken-token.ts';
import { cardinal, ordinal } from './numbers.ts';
import { type Rule, type Surroundings, say, spell } from './rule.ts';

/** Expanded before a name. */
const titles: Readonly<Record<string, string>> = {
  Mr: 'Mister',
  Mrs: 'Missus',
  Ms: 'Miz',
  Dr: 'Doctor',
  Prof: 'Professor',
  St: 'Saint',
  Mt: 'Mount',
  Ft: 'Fort',
  Gen: 'General',
  Gov: 'Governor',
  Sen: 'Senator',
  Rep: 'Representative',
  Capt: 'Captain',
  Lt: 'Lieutenant',
  Col: 'Colonel',
  Sgt: 'Sergeant',
  Rev: 'Reverend',
  Hon: 'Honorable',
};

/** Always expanded when followed by their period. */
const shortened: Readonly<Record<string, string>> = {
  'Mr.': 'Mister',
  'Mrs.': 'Missus',
  'Ms.': 'Miz',
  'Prof.': 'Professor',
  'e.g.': 'for example',
  'i.e.': 'that is',
  'etc.': 'et cetera',
  'approx.': 'approximately',
  'vs.': 'versus',
  'no.': 'number',
  'No.': 'Number',
  'Nos.': 'Numbers',
  'St.': 'Street',
  'Dr.': 'Drive',
  'Ave.': 'Avenue',
  'Blvd.': 'Boulevard',
  'Rd.': 'Road',
  'Ln.': 'Lane',
  'Ct.': 'Court',
  'Pl.': 'Place',
  'Sq.': 'Square',
  'Hwy.': 'Highway',
  'Pkwy.': 'Parkway',
  'Ste.': 'Suite',
  'Apt.': 'Apartment',
  'Bldg.': 'Building',
  'Fl.': 'Floor',
  'Rm.': 'Room',
  'Dept.': 'Department',
  'dept.': 'department',
  'Inc.': 'Incorporated',
  'Corp.': 'Corporation',
  'Ltd.': 'Limited',
  'Co.': 'Company',
  'Bros.': 'Brothers',
  'Jr.': 'Junior',
  'Sr.': 'Senior',
  'Esq.': 'Esquire',
  'Assn.': 'Association',
  'Univ.': 'University',
  'govt.': 'government',
  'Govt.': 'Government',
  'appt.': 'appointment',
  'Appt.': 'Appointment',
  'ext.': 'extension',
  'Ext.': 'Extension',
  'min.': 'minutes',
  'mins.': 'minutes',
  'hr.': 'hour',
  'hrs.': 'hours',
  'sec.': 'seconds',
  'est.': 'established',
  'misc.': 'miscellaneous',
  'incl.': 'including',
  'max.': 'maximum',
  'tel.': 'telephone',
  'Tel.': 'Telephone',
  'vol.': 'volume',
  'Vol.': 'Volume',
  'pp.': 'pages',
  'p.': 'page',
  'w/o': 'without',
  'w/': 'with',
  'Ph.D.': 'PHD',
};

/** Expanded only before a figure; otherwise they are other words. */
const beforeFigure = new Set(['no.', 'No.', 'Nos.', 'p.', 'pp.']);
/** Expanded only after a figure. */
const afterFigure = new Set(['min.', 'mins.', 'sec.', 'hr.', 'hrs.']);
const spelledOut = new Set(['PHD']);

const escaped = (text: string): string => text.replace(/[./]/g, '\\$&');
const longestFirst = (words: readonly string[]): string =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');

/** Expands "Dr. Smith" and "St Mary", but not "Elm St. Paul lives there", in which a street name precedes. */
const title: Rule = {
  pattern: new RegExp(String.raw`(${longestFirst(Object.keys(titles))})(\.?)\s(?=\p{Lu})`, 'uy'),
  read: ([, name = '', period], { before }) => {
    const inAddress = /\d\S*\s(?:\p{Lu}[\p{L}.'-]*\s){1,3}$/u.test(before.slice(-60));
    const afterName = /\p{Lu}\p{Ll}+\s$/u.test(before.slice(-30));
    if ((name === 'St' || name === 'Dr') && (inAddress || (name === 'St' && afterName))) return undefined;
    if (period === '' && /^(?:Rep|Gen|Col|Hon|Ft|Gov)$/.test(name)) return undefined;
    return say(titles[name] ?? name);
  },
};

const abbreviation: Rule = {
  pattern: new RegExp(String.raw`(${longestFirst(Object.keys(shortened))})(?![\p{L}\d])|(w\/)(?=\s?\p{L})`, 'uy'),
  read: ([all, whole = 'w/'], around) => {
    if (beforeFigure.has(whole) && !/^\s?#?\d/.test(around.after)) return undefined;
    if (afterFigure.has(whole) && !around.afterFigure) return undefined;
    const full = shortened[whole] ?? whole;
    return [...(spelledOut.has(full) ? spell(full) : say(full)), ...sentenceEnd(all, around)];
  },
};

/**
 * Returns a full stop if the abbreviation's period also ends a sentence: at the end of the text, or before a capital.
 */
function sentenceEnd(all: string, { after }: Surroundings): SpokenToken[] {
  if (!all.endsWith('.')) return [];
  const latin = /^(?:e\.g\.|i\.e\.|vs\.|no\.|nos\.|approx\.|ext\.|apt\.|ste\.|rm\.|p\.|pp\.)$/i.test(all);
  return after.trim() === '' ||
    (!latin && /^\s+["“(]?\p{Lu}\p{Ll}*\b(?!\.)/u.test(after) && !/^\s+[A-Z]{2}\b/.test(after))
    ? say('.')
    : [];
}

/** Street types without a period, at the end of an address. */
const streetType: Rule = {
  pattern: /(St|Ave|Blvd|Rd|Ln|Hwy|Pkwy|Dr)(?=[,;]|\.?$|\s(?:in|and|at|on|near|is|by|or|to)\b)/y,
  read: ([, type = ''], { before }) =>
    /\p{Lu}[\p{L}\d.'-]*\s$|\d(?:st|nd|rd|th)\s$/u.test(before.slice(-30))
      ? say(shortened[`${type}.`] ?? type)
      : undefined,
};

const counted =
  'Chapter|Part|Section|Phase|Type|Volume|Act|Level|Grade|Stage|War|Class|Article|Super Bowl|Unit|Title|Step|Version';
const rulers =
  'Henry|Elizabeth|Charles|Louis|George|James|William|Edward|Richard|Philip|Francis|Frederick|Pius|Benedict|John Paul|Catherine|Alexander|Nicholas';

const romanPattern = String.raw`((?=[IVXL])(?:X{0,3}|X?L)(?:IX|IV|V?I{0,3}))(?![\p{L}\d'’])`;

/** Part II "two", Henry VIII "the eighth". */
const roman: Rule = {
  pattern: new RegExp(romanPattern, 'uy'),
  read: ([, numeral = ''], { before }) => {
    const near = before.slice(-30);
    const value = String(romanValue(numeral));
    if (new RegExp(String.raw`\b(?:${counted})\s$`).test(near)) return say(cardinal(value));
    const ruler =
      new RegExp(String.raw`\b(?:${rulers})\s$`).test(near) &&
      (numeral !== 'I' || /\b(?:King|Queen|Pope)\s\S+\s$/.test(near));
    return ruler ? say(`the ${ordinal(value)}`) : undefined;
  },
};

function romanValue(numeral: string): number {
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 };
  return [...numeral].reduce((sum, sign, i) => {
    const value = values[sign] ?? 0;
    return sum + (value < (values[numeral[i + 1] ?? ''] ?? 0) ? -value : value);
  }, 0);
}

export const abbreviationRules: readonly Rule[] = [title, abbreviation, streetType, roman];
