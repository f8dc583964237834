import type { Hit } from '../knowledge.ts';
import { type Notes, withoutOffer } from './notes.ts';
import { plainOf } from './spoken.ts';
import { offering, type Reply, type Turn } from './turn.ts';

/** Below these nothing in the documents is about the question; set between the questions of the tests that have an answer and those that have none. */
const scoreFloor = 0.45;
const coverageFloor = 0.5;
/** A question in other words than the document's needs this much likeness of meaning instead. */
const similarityFloor = 0.55;

/** A spoken answer is at most about this long. */
const maxChars = 240;
const listItems = 4;

/** Whether a sentence found may be given as the answer. */
export const grounded = (hit: Hit | undefined): hit is Hit =>
  hit !== undefined && hit.score >= scoreFloor && (hit.coverage >= coverageFloor || hit.similarity >= similarityFloor);

/** How much more likely "and on Sunday?" is about what was spoken of last. */
const topicBonus = 0.15;

/** The best sentences for what was asked; the day's name stands in for "tomorrow". */
export async function search(turn: Turn, text: string, notes: Notes): Promise<readonly Hit[]> {
  const hits = await turn.tools.knowledge.search(turn.plan.knowledge, withDayNames(inFull(plainOf(text)), turn), 12);
  const elliptical =
    /^\W*(and|what about|how about|or|also)\b/i.test(text) &&
    !/\b(are|is|do|does|can|where|when|who|how much)\b/i.test(text);
  if (!elliptical || notes.topic === '') return hits;
  const bonus = (hit: Hit): number => (hit.passage.heading === notes.topic ? topicBonus : 0);
  return hits.map((hit) => ({ ...hit, score: hit.score + bonus(hit) })).sort((a, b) => b.score - a.score);
}

/** "Your hours" are the opening hours, and no list of hours in particular. */
const inFull = (text: string): string => text.replace(/\b(your|the) (business |office )?hours\b/, '$1 opening hours');

function withDayNames(text: string, { plan, request }: Turn): string {
  const day = (ahead: number): string =>
    new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: plan.timezone }).format(
      request.nowMs + ahead * 86_400_000,
    );
  return text
    .replace(/\b(today|tonight|right now|now)\b/i, (word) => `${word} ${day(0)}`)
    .replace(/\btomorrow\b/i, (word) => `${word} ${day(1)}`);
}

/** Reads the answer out: a sentence or two of one passage, or the beginning of a list. */
export function answerFrom(hits: readonly Hit[], notes: Notes): Reply {
  const [best] = hits as [Hit, ...Hit[]];
  const near = hits.filter((hit) => hit.passage === best.passage);
  const sources = [`${best.passage.documentId}: ${best.passage.heading}`];
  const noted: Notes = { ...withoutOffer(notes), unclear: 0, topic: best.passage.heading, question: '' };
  if (best.passage.list && near.filter((hit) => hit.score >= best.score - 0.12).length >= 3) {
    return { ...readList(best.passage.sentences, noted), sources };
  }
  const bar = best.passage.list ? best.score - 0.1 : best.score * 0.8;
  const chosen = [best];
  let chars = best.passage.sentences[best.sentence]?.length ?? 0;
  for (const hit of near.slice(1)) {
    const length = hit.passage.sentences[hit.sentence]?.length ?? 0;
    // An item of a list stands for itself: another belongs to the answer only when it names the same things.
    if (best.passage.list && hit.coverage < best.coverage - 0.01) continue;
    if (chosen.length >= 2 || hit.score < bar || chars + length > maxChars) continue;
    chosen.push(hit);
    chars += length;
  }
  const lines = chosen
    .sort((a, b) => a.sentence - b.sentence)
    .map((hit) => spoken(hit.passage.sentences[hit.sentence] as string));
  return { lines, notes: noted, intent: 'knowledge', sources };
}

/** A few items of a list, with the offer to go on. */
export function readList(items: readonly string[], notes: Notes): Reply {
  const now = items.slice(0, items.length <= listItems + 1 ? items.length : listItems);
  const rest = items.slice(now.length);
  const lines = now.map(spoken);
  if (rest.length === 0) return { lines, notes: { ...notes, more: [] }, intent: 'knowledge' };
  const question = 'Shall I go on?';
  return {
    lines: [...lines, question],
    notes: { ...offering(notes, 'more', question), more: [...rest] },
    intent: 'knowledge',
  };
}

/** "Monday: 8 a.m. to 5 p.m." is read with a pause for the colon, and every item ends as a sentence. */
function spoken(sentence: string): string {
  const text = sentence.replace(/:\s+/g, ', ');
  return /[.!?]["')]*$/.test(text) ? text : `${text}.`;
}
