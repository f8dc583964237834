import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { analysisWords, compiled } from '../../media/language/analysis-words.ts';
import type { Transcript } from '../transcripts/transcript.ts';
import { isQuestion, sentencesIn } from './words.ts';

/** Facts about a conversation known from outside its words. */
export interface Known {
  readonly agentName?: string | null;
  readonly customerName?: string | null;
  /** Names of the companies that the agent speaks for. */
  readonly companies?: readonly string[];
  readonly direction?: 'inbound' | 'outbound' | null;
}

/** Features of each side by which the two sides are compared. */
export const roleFeatures = [
  'opens',
  'offers',
  'looksUp',
  'requests',
  'accepts',
  'thanks',
  'yours',
  'mine',
  'questions',
  'words',
] as const;

const weightsOf = z.object({ weights: z.record(z.string(), z.number()) });
const shipped = weightsOf.parse(
  JSON.parse(readFileSync(new URL('./role-model.json', import.meta.url), 'utf8')),
).weights;

/**
 * Log-odds contributed by a name or the call direction; set by hand, as no data set with names and directions was
 * available.
 */
const byName = 3;
const byDirection = 0.7;
const mostOfOne = 4;

type Texts = readonly string[];

const patterns = compiled(analysisWords.roles, 'giu');
/** Phrases that precede a name. */
const namePatterns = compiled(analysisWords.namesSaid);

/**
 * Returns the log-odds that the first of two sides is the agent, above 0 if it speaks more like one. Swapping the sides
 * negates the result.
 */
function agentOdds(first: Texts, second: Texts, weights: Readonly<Record<string, number>> = shipped): number {
  const difference = roleDifference(first, second);
  return roleFeatures.reduce((sum, name, index) => sum + (weights[name] ?? 0) * (difference[index] as number), 0);
}

export function roleDifference(first: Texts, second: Texts): number[] {
  const [a, b] = [measuresOf(first), measuresOf(second)];
  return a.map((value, index) => value - (b[index] as number));
}

function measuresOf(texts: Texts): number[] {
  const turns = Math.max(1, texts.length);
  const countOf = (form: RegExp): number => texts.reduce((sum, text) => sum + (text.match(form)?.length ?? 0), 0);
  const share = (form: RegExp): number => Math.min(1.5, countOf(form) / turns);
  const { opens, offers, looksUp, requests, accepts, thanks, yours, mine } = patterns;
  const questions = texts.filter((text) =>
    sentencesIn(text).some(({ start, end }) => isQuestion(text.slice(start, end))),
  );
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return [
    Math.min(mostOfOne, countOf(opens)),
    ...[offers, looksUp, requests, accepts, thanks, yours, mine].map(share),
    questions.length / turns,
    Math.log(words / turns + 1),
  ];
}

/** Returns `agentOdds` for two speakers of a transcript, adjusted for known names and the call direction. */
export function agentOddsOf(transcript: Transcript, [first, second]: readonly [string, string], facts: Known): number {
  const textsOf = (side: string): string[] =>
    transcript.filter(({ speaker }) => speaker === side).map(({ text }) => text);
  const [a, b] = [textsOf(first), textsOf(second)];
  if (a.length === 0 || b.length === 0) return 0;
  return agentOdds(a, b) + namesIn(a, facts) - namesIn(b, facts) + directionOdds(transcript, first, facts);
}

/** The person who answers a call speaks first; on a call to a company, that is the agent. */
function directionOdds(transcript: Transcript, first: string, { direction }: Known): number {
  if (direction === null || direction === undefined) return 0;
  const opens = transcript[0]?.speaker === first;
  return opens === (direction === 'inbound') ? byDirection : -byDirection;
}

/** Returns the log-odds that a side is the agent from the names it says: its own, the company's or the customer's. */
function namesIn(texts: Texts, { agentName, customerName, companies = [] }: Known): number {
  const says = (form: RegExp): boolean => texts.some((text) => form.test(text));
  const introduces = (name: string): boolean =>
    says(new RegExp(`${namePatterns.own.source} (?:\\p{L}+ )?${name}\\b`, 'iu'));
  const addresses = (name: string): boolean =>
    says(new RegExp(`${namePatterns.others.source} (?:\\p{L}+ )?${name}\\b`, 'iu'));
  let odds = 0;
  for (const name of namesOf(agentName)) if (introduces(name)) return byName;
  for (const name of namesOf(customerName)) {
    if (introduces(name)) odds -= byName;
    else if (addresses(name)) odds += byName;
    if (odds !== 0) return odds;
  }
  const forCompany = (name: string): boolean =>
    says(new RegExp(`${namePatterns.company.source} ${escaped(name)}\\b`, 'iu'));
  return companies.some((name) => name.trim().length > 1 && forCompany(name.trim())) ? byName / 2 : 0;
}

/** Returns the parts of a person's name that are long enough to match reliably. */
const namesOf = (name: string | null | undefined): string[] =>
  (name ?? '')
    .split(/\s+/)
    .filter((part) => /^\p{L}[\p{L}'-]+$/u.test(part))
    .map(escaped);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const probabilityOf = (odds: number): number => 1 / (1 + Math.exp(-odds));
