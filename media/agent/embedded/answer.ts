import { entriesOf } from '../../language/languages.ts';
import { patternOf } from '../../language/match.ts';
import type { KnowledgeDocument } from '../../line/agent.ts';
import { asSpoken, spoken } from '../../retrieval/index.ts';
import type { Fact } from '../knowledge.ts';
import { type Notes, withoutOffer } from './notes.ts';
import { offering, type Reply, type Turn } from './turn.ts';

const today = patternOf(({ agent }) => agent?.answer.today);
const tomorrow = patternOf(({ agent }) => agent?.answer.tomorrow);

const visit = patternOf(({ agent }) => agent?.answer.visit);
const [opening] = entriesOf(({ agent }) => agent?.answer.opening);

/** Approximate maximum length of a spoken answer. */
const maxChars = 240;
const maxSentences = 2;
const listItems = 4;

export const grounded = (fact: Fact | undefined): fact is Fact => fact !== undefined;

/** Returns the plan's documents and the persona's statements. */
export const knowledgeOf = ({ plan, persona }: Turn): readonly KnowledgeDocument[] => [
  ...plan.knowledge,
  ...persona.facts,
];

/**
 * Searches the documents for an answer. The weekday's name is inserted after "today" and "tomorrow". Returns an empty
 * array if nothing is found.
 */
export async function search(turn: Turn, text: string, notes: Notes): Promise<readonly Fact[]> {
  const earlier = notes.topic === '' ? [] : [{ question: notes.topic, answer: '' }];
  const { input } = turn.request;
  // Typed words have a confidence of 1.
  const isRecognised = input.kind === 'said' && input.confidence < 1;
  const fact = await turn.tools.knowledge.answer(knowledgeOf(turn), withDayNames(text, turn), earlier, {
    isRecognised,
  });
  return fact === undefined ? [] : [fact];
}

/** Searches for the opening hours of the day on which the caller wants to come. */
export async function searchVisit(turn: Turn, text: string, notes: Notes): Promise<readonly Fact[]> {
  const day = visit.exec(withDayNames(text, turn))?.slice(1).find(Boolean);
  return day === undefined || opening === undefined ? [] : search(turn, `${opening} ${day}`, notes);
}

function withDayNames(text: string, { plan, request }: Turn): string {
  const day = (ahead: number): string =>
    new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: plan.timezone }).format(
      request.nowMs + ahead * 86_400_000,
    );
  return text.replace(today, (word) => `${word} ${day(0)}`).replace(tomorrow, (word) => `${word} ${day(1)}`);
}

/** Builds the spoken answer: the start of what the document's page would show, short enough to listen to. */
export function answerFrom(turn: Turn, facts: readonly Fact[], notes: Notes): Reply {
  const [fact] = facts as [Fact];
  const sources = [`${fact.document.id}: ${fact.place}`];
  const noted: Notes = { ...withoutOffer(notes), unclear: 0, topic: fact.question, question: '' };
  if (fact.list.length > 0) return { ...readList(turn, fact.list, noted), sources };
  const [first, ...more] = fact.answers.map(spoken) as [string, ...string[]];
  const lines = [first];
  for (const line of more)
    if (lines.length < maxSentences && lines.join(' ').length + line.length < maxChars) lines.push(line);
  return { lines, notes: noted, intent: 'knowledge', sources };
}

/** Reads the first items of a list and offers to continue. */
export function readList(turn: Turn, items: readonly string[], notes: Notes): Reply {
  const now = items.slice(0, items.length <= listItems + 1 ? items.length : listItems);
  const rest = items.slice(now.length);
  const lines = now.map(spokenItem);
  if (rest.length === 0) return { lines, notes: { ...notes, more: [] }, intent: 'knowledge' };
  const question = turn.say('offer_more');
  return {
    lines: [...lines, question],
    notes: { ...offering(notes, 'more', question), more: [...rest] },
    intent: 'knowledge',
  };
}

const spokenItem = (item: string): string => (/[.!?]["')]*$/.test(item) ? asSpoken(item) : `${asSpoken(item)}.`);
