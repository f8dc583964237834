import { patternOf } from '../../language/match.ts';
import type { Turn } from '../source.ts';
import { styleOf } from '../style.ts';
import { yearsIn } from '../terms.ts';
import { counterpartOf } from './counterpart.ts';
import { type Form, formOf, ordinals } from './form.ts';
import { moreOf } from './near.ts';
import type { Asker, Said } from './said.ts';
import { ofYear } from './words.ts';

const behindDegree = patternOf(({ retrieval }) => retrieval?.degree.behindDegree);
const byDegree = patternOf(({ retrieval }) => retrieval?.degree.byDegree);
const dear = patternOf(({ retrieval }) => retrieval?.degree.dear);
const asksCost = patternOf(({ retrieval }) => retrieval?.degree.asksCost);

export type { Said } from './said.ts';

/** Maximum number of earlier questions considered; each may depend on the one before it. */
const most = 6;
const talk = new Set(['greeting', 'thanks', 'help', 'full_text', 'summary']);

/** Returns undefined for a self-contained question, or if its reference cannot be resolved. */
export async function saidInContext(text: string, earlier: readonly Turn[], asker: Asker): Promise<Said | undefined> {
  if (formOf(text) === undefined) return undefined;
  let before: Said | undefined;
  const asked = earlier.slice(-most).map(({ question }) => question);
  const questions = asked.filter((question) => !talk.has(styleOf(question)));
  // A self-contained question starts a new chain.
  const from = Math.max(
    0,
    questions.findLastIndex((question) => formOf(question) === undefined),
  );
  for (const question of questions.slice(from))
    before = (before && (await followUp(question, before, asker))) ?? (await asker.ask(question));
  return before && followUp(text, before, asker);
}

async function followUp(text: string, before: Said, asker: Asker): Promise<Said | undefined> {
  const form = formOf(text);
  if (form === undefined) return undefined;
  switch (form.kind) {
    case 'place':
      return before.answers.length === 0 ? undefined : before;
    case 'shift': {
      const year = yearOf(before, asker.ownYear);
      return year === undefined ? undefined : asker.askByWords(ofYear(before.text, year + form.years));
    }
    case 'rank':
      return ranked(form, before, asker);
    case 'other': {
      const dated = form.year === undefined ? before.text : ofYear(before.text, form.year);
      if (form.text === '') return asker.askByWords(dated);
      const answered = await counterpartOf(form.text, { ...before, text: dated }, asker);
      // "What about the risks?" and "net debt 2024" may begin another subject.
      const mayBeOther = !form.isLed || styleOf(text) === 'topic';
      return answered.answers.length === 0 && mayBeOther ? undefined : answered;
    }
    default:
      return moreOf(form, before, asker);
  }
}

/** Returns the year of the question or of its answer, or undefined if there are several. */
function yearOf({ text, answers }: Said, ownYear: number | undefined): number | undefined {
  const [year, ...others] = yearsIn(text);
  if (year !== undefined) return others.length === 0 ? year : undefined;
  const [hit] = answers;
  if (hit?.unit.kind !== 'row') return ownYear;
  const { header } = hit.unit.table;
  const [answered, ...more] = yearsIn(hit.columns.map((column) => header[column] ?? '').join(' '));
  return more.length === 0 ? (answered ?? ownYear) : undefined;
}

const superlative = patternOf(({ retrieval }) => retrieval?.degree.superlative);

async function ranked({ ordinal, degree }: Extract<Form, { kind: 'rank' }>, before: Said, asker: Asker): Promise<Said> {
  const superlativeBefore = superlative.exec(before.text)?.[0];
  if (degree !== undefined && !isOfSame(degree, before)) return counterpartOf(degree, before, asker);
  if (superlativeBefore !== undefined) {
    const plain = superlativeBefore.replace(new RegExp(`^(?:${ordinals.join('|')}) `, 'i'), '');
    const words = (degree === undefined ? plain : degree.replace(behindDegree, '')).trimEnd();
    const space = superlativeBefore.endsWith(' ') ? ' ' : '';
    const by = (text: string): string => before.text.replace(superlativeBefore, `${text}${space}`);
    const answered = asker.askByWords(
      by([ordinal, words].filter((part) => part !== undefined && part !== ordinals[0]).join(' ')),
    );
    if (answered.answers[0]?.unit.kind === 'row' || ordinal === undefined) return answered;
    return asker.askByWords(by(ordinal));
  }
  if (ordinal === undefined) return counterpartOf(degree as string, before, asker);
  const named = ordinals.find((other) => new RegExp(`\\b${other}\\b`, 'i').test(before.text));
  if (named !== undefined) return asker.askByWords(before.text.replace(new RegExp(`\\b${named}\\b`, 'i'), ordinal));
  if (before.answers.length > 1) return nthOf(ordinal, before);
  return counterpartOf(ordinal, before, asker);
}

/** Returns whether "most profitable" ranks by the same measure as the previous question. */
function isOfSame(degree: string, { text }: Said): boolean {
  const [, by] = byDegree.exec(degree) ?? [];
  if (by === undefined || new RegExp(`\\b${by}\\b`, 'i').test(text)) return true;
  return dear.test(by) && asksCost.test(text);
}

/** Selects one of several answers. */
function nthOf(ordinal: string, before: Said): Said {
  const hit = before.answers[ordinals.indexOf(ordinal)];
  return { ...before, answers: hit === undefined ? [] : [hit] };
}
