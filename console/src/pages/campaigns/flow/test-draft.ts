import type { components } from '../../../server/api.d.ts';
import { freshKey } from '../../../shared/form/fresh-key.ts';
import { listIn } from '../../../shared/form/list-in.ts';

export type Test = NonNullable<components['schemas']['ScriptBranch']['when']>[number];

/** What a test looks at. */
export type Subject = 'slot' | 'intent' | 'tool' | 'contact' | 'time' | 'language';
export type Comparison = 'is' | 'not' | 'range' | 'known' | 'unknown' | 'ok' | 'failed';

/** An unsaved comparison of a value. */
export interface ComparedDraft {
  readonly key: string;
  readonly comparison: Comparison;
  /** Values to compare with, separated by commas. */
  readonly values: string;
  readonly min: number | string;
  readonly max: number | string;
}

/** An unsaved test of a branch. */
export interface TestDraft {
  readonly key: string;
  readonly subject: Subject;
  /** Question, field of the contact, tool, or code of the language. */
  readonly name: string;
  /** Field in the result of a tool. */
  readonly field: string;
  /** All of them must hold. */
  readonly compared: readonly ComparedDraft[];
  /** Sentences of an intent, one a line. */
  readonly sentences: string;
  readonly from: string;
  readonly to: string;
  /** Weekdays from 1, Monday, to 7. */
  readonly days: readonly string[];
  /** Alternatives, which have none of their own. */
  readonly or: readonly TestDraft[];
  /** The stored test, if it has what the form does not; kept as it is. */
  readonly kept: Test | undefined;
}

const emptyTest = { name: '', field: '', compared: [], sentences: '', from: '', to: '', days: [], or: [] } as const;

/** Subjects with a value that is compared. */
export const isCompared = (subject: Subject): boolean =>
  subject === 'slot' || subject === 'contact' || subject === 'tool';

export const newTest = (subject: Subject = 'slot'): TestDraft => ({
  ...emptyTest,
  key: freshKey(),
  subject,
  compared: isCompared(subject) ? [newComparison(subject === 'tool' ? 'ok' : 'is')] : [],
  kept: undefined,
});

export const newComparison = (comparison: Comparison): ComparedDraft => ({
  key: freshKey(),
  comparison,
  values: '',
  min: '',
  max: '',
});

/** Returns the comparisons that a test may have beside these. A test has each once, and one of `known` and `unknown`. */
export function comparisonsBeside(subject: Subject, others: readonly ComparedDraft[]): readonly Comparison[] {
  const taken = new Set(others.map(({ comparison }) => fieldOf(comparison)));
  return [...(subject === 'tool' ? ofTool : []), ...ofValue].filter((comparison) => !taken.has(fieldOf(comparison)));
}

/** Returns the field of the stored test that a comparison sets. */
const fieldOf = (comparison: Comparison): Comparison =>
  comparison === 'unknown' ? 'known' : comparison === 'failed' ? 'ok' : comparison;

const ofValue: readonly Comparison[] = ['is', 'not', 'range', 'known', 'unknown'];
const ofTool: readonly Comparison[] = ['ok', 'failed'];

type OneTest = Omit<Test, 'or'>;

export function testDraftOf({ or = [], ...test }: Test): TestDraft {
  const shown: TestDraft = { ...shownOf(test), or: or.map((other) => testDraftOf(other)) };
  // What the form cannot say is not lost.
  return isSame(oneTestOf(shown), test) ? shown : { ...shown, kept: test };
}

function shownOf(test: OneTest): TestDraft {
  const { slot, contact, tool, intent, time, language } = test;
  const draft = { ...emptyTest, key: freshKey(), compared: comparisonsOf(test), kept: undefined };
  if (intent !== undefined) return { ...draft, subject: 'intent', sentences: intent.join('\n') };
  if (time !== undefined) {
    const { from = '', to = '', days = [] } = time;
    return { ...draft, subject: 'time', from, to, days: days.map(String) };
  }
  if (language !== undefined) return { ...draft, subject: 'language', name: language };
  if (slot !== undefined) return { ...draft, subject: 'slot', name: slot };
  if (contact !== undefined) return { ...draft, subject: 'contact', name: contact };
  return { ...draft, subject: 'tool', name: tool ?? '', field: test.field ?? '' };
}

function comparisonsOf({ is, not, min, max, known, ok }: OneTest): readonly ComparedDraft[] {
  const all: readonly (ComparedDraft | undefined)[] = [
    ok === undefined ? undefined : newComparison(ok ? 'ok' : 'failed'),
    is === undefined ? undefined : { ...newComparison('is'), values: is.join(', ') },
    not === undefined ? undefined : { ...newComparison('not'), values: not.join(', ') },
    min === undefined && max === undefined ? undefined : { ...newComparison('range'), min: min ?? '', max: max ?? '' },
    known === undefined ? undefined : newComparison(known ? 'known' : 'unknown'),
  ];
  return all.filter((each) => each !== undefined);
}

export const testOf = ({ or, ...draft }: TestDraft): Test => ({
  ...(draft.kept ?? oneTestOf(draft)),
  ...(or.length === 0 ? {} : { or: or.map((other) => other.kept ?? oneTestOf(other)) }),
});

function oneTestOf({ subject, name, field, compared, sentences, from, to, days }: Omit<TestDraft, 'or'>): OneTest {
  const comparisons = Object.assign({}, ...compared.map(comparedOf)) as OneTest;
  switch (subject) {
    case 'intent':
      return { intent: listIn(sentences, '\n') };
    case 'time':
      return {
        time: {
          ...(from === '' ? {} : { from }),
          ...(to === '' ? {} : { to }),
          ...(days.length === 0 ? {} : { days: days.map(Number).sort() }),
        },
      };
    case 'language':
      return { language: name.trim() };
    case 'tool':
      return { tool: name.trim(), ...(field.trim() === '' ? {} : { field: field.trim() }), ...comparisons };
    default:
      return { [subject]: name.trim(), ...comparisons };
  }
}

function comparedOf({ comparison, values, min, max }: ComparedDraft): OneTest {
  switch (comparison) {
    case 'is':
    case 'not':
      return { [comparison]: listIn(values, ',') };
    case 'range':
      return { ...(min === '' ? {} : { min: Number(min) }), ...(max === '' ? {} : { max: Number(max) }) };
    case 'known':
    case 'unknown':
      return { known: comparison === 'known' };
    default:
      return { ok: comparison === 'ok' };
  }
}

/** Compares objects whose members may stand in another order. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [keys, otherKeys] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === otherKeys.length &&
    keys.every((key) => isSame((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]))
  );
}
