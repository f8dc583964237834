import { patternOf } from '../../../../../media/language/match.ts';
import { baseOf, namesIn, reportWords, tidyName } from './names.ts';
import type { Report } from './report.ts';
import type { Found } from './year.ts';

const registrantLine = patternOf(({ identity }) => identity?.company.registrant, 'im');
/** "Damage report of the Holm Valley Insurance" */
const titleOf = patternOf(({ identity }) => identity?.company.titleOf, 'u');
const particle = patternOf(({ identity }) => identity?.company.particle, 'u');

interface Candidate {
  /** Number of occurrences by spelling. */
  readonly forms: Map<string, number>;
  readonly evidence: Map<Evidence, number>;
  mentions: number;
}

type Evidence = keyof typeof weights;

const weights = { title: 4, registrant: 5, margin: 3, metadata: 3, author: 1, defined: 4, copyright: 2 } as const;

const evidenceNames: Readonly<Record<Evidence, string>> = {
  title: 'title page',
  registrant: 'named as the registrant',
  margin: 'page headers',
  metadata: 'title in the file',
  author: 'author in the file',
  defined: 'defined as the company',
  copyright: 'copyright notice',
};

/** Mentions count logarithmically: 3 for seven of them. */
const mentionWeight = 1;
/** Bonus for a name that occurs with its legal form. */
const legalWeight = 0.5;
const minScore = 5;
const lead = 1.35;

/**
 * Returns the company that a report is about, if several places agree on it; undefined if they disagree or hardly any
 * names a company.
 */
export function companyOf(report: Report): Found<string> | undefined {
  const candidates = new Map<string, Candidate>();
  const add = (entryName: string, evidence?: Evidence): void => {
    const name = tidyName(entryName);
    const base = baseOf(name);
    if (base.length < 2 || !/\p{L}/u.test(base)) return;
    const entry = candidates.get(base) ?? { forms: new Map(), evidence: new Map(), mentions: 0 };
    entry.forms.set(name, (entry.forms.get(name) ?? 0) + 1);
    if (evidence === undefined) entry.mentions += 1;
    else entry.evidence.set(evidence, 1);
    candidates.set(base, entry);
  };
  fromPlaces(report, add);
  for (const page of report.pages) for (const name of namesIn(page)) add(name);
  fromMentions(report, candidates);
  return chosen(candidates);
}

type Add = (name: string, evidence: Evidence) => void;

function fromPlaces({ title, margins, metadata, pages }: Report, add: Add): void {
  for (const line of new Set(title)) {
    const names = namesIn(line);
    for (const name of names) add(name, 'title');
    const named = titleOf.exec(line)?.[1];
    if (names.length > 0) continue;
    if (named !== undefined && isNameLike(named)) add(reportWords(named), 'title');
    else if (isNameLike(line)) add(reportWords(line), 'title');
  }
  for (const line of margins) for (const name of partsOf(line)) add(name, 'margin');
  if (metadata.title !== undefined) for (const name of partsOf(metadata.title)) add(name, 'metadata');
  if (metadata.author !== undefined) for (const name of namesIn(metadata.author)) add(name, 'author');
  const [first = ''] = pages;
  const registrant = registrantLine.exec(first)?.[1];
  if (registrant !== undefined) add(registrant, 'registrant');
  for (const page of pages) {
    for (const [, name] of page.matchAll(defined))
      if (name !== undefined) for (const each of namesIn(name).slice(-1)) add(each, 'defined');
    for (const [, name] of page.matchAll(copyright)) if (name !== undefined) add(name, 'copyright');
  }
}

const defined = patternOf(({ identity }) => identity?.company.defined, 'g');
const copyright = patternOf(({ identity }) => identity?.company.copyright, 'gi');

/** Returns the parts of a header such as "Acme plc | Annual Report 2024 | 7". */
const partsOf = (line: string): string[] => {
  const names = namesIn(line);
  if (names.length > 0) return names;
  return line
    .split(/\s*[|•·–—:]\s*|\s{3,}|\s-\s/)
    .filter((part) => isNameLike(part))
    .map(reportWords);
};

/** Returns whether a line, without report words, is short, capitalised, and neither a sentence nor a label. */
function isNameLike(line: string): boolean {
  const rest = reportWords(line);
  const words = rest.split(/\s+/).filter((word) => word !== '');
  if (words.length < 1 || words.length > 5 || rest.length > 60 || /[.?!]$|:|[@\d]{3,}/.test(rest)) return false;
  return words.every((word) => particle.test(word)) && /\p{L}{2}/u.test(rest);
}

/** Also counts mentions of a name without its legal form. */
function fromMentions({ pages }: Report, candidates: Map<string, Candidate>): void {
  const text = pages.join('\n').toLowerCase();
  for (const [base, candidate] of candidates) {
    let count = 0;
    for (let at = text.indexOf(base); at !== -1 && count < 200; at = text.indexOf(base, at + base.length)) count += 1;
    candidate.mentions = Math.max(candidate.mentions, count);
  }
}

function chosen(candidates: ReadonlyMap<string, Candidate>): Found<string> | undefined {
  const ranked = [...candidates.values()]
    .map((candidate) => ({ one: candidate, score: scoreOf(candidate) }))
    .toSorted((a, b) => b.score - a.score);
  const [best, next] = ranked;
  if (best === undefined || best.score < minScore || best.one.evidence.size === 0) return undefined;
  // A heading without a legal form does not compete with a name that has one.
  const needed = next !== undefined && isLegal(best.one) && !isLegal(next.one) ? 1 : lead;
  if (next !== undefined && best.score < needed * next.score) return undefined;
  const { forms, evidence, mentions } = best.one;
  const evidenceTexts = [...evidence.keys()].map((key) => evidenceNames[key]);
  return { value: bestForm(forms), evidence: [...evidenceTexts, `${mentions} mentions`].join(', ') };
}

const isLegal = ({ forms }: Candidate): boolean => [...forms.keys()].some((form) => namesIn(form).length > 0);

const scoreOf = (candidate: Candidate): number => {
  const { evidence, mentions } = candidate;
  const places = [...evidence.keys()].reduce((sum, key) => sum + weights[key], 0);
  return places + (isLegal(candidate) ? legalWeight : 0) + mentionWeight * Math.log2(1 + mentions);
};

/** Prefers spellings with the legal form, then those not in capitals only. */
function bestForm(forms: ReadonlyMap<string, number>): string {
  const rank = (form: string): number => (namesIn(form).length > 0 ? 2 : 0) + (form === form.toUpperCase() ? 0 : 1);
  return [...forms].toSorted(([a, x], [b, y]) => rank(b) - rank(a) || y - x)[0]?.[0] ?? '';
}
