import type { components } from '../../../server/api.d.ts';
import { freshKey } from '../../../shared/form/fresh-key.ts';
import { listIn } from '../../../shared/form/list-in.ts';

export type Test = NonNullable<components['schemas']['ScriptBranch']['when']>[number];

/** What a test looks at. */
export type Subject = 'slot' | 'intent' | 'tool' | 'contact' | 'time' | 'language';
export type Comparison = 'is' | 'not' | 'range' | 'known' | 'unknown' | 'ok' | 'failed';

/** An unsaved test of a branch. */
export interface TestDraft {
  readonly key: string;
  readonly subject: Subject;
  /** Question, field of the contact, tool, or code of the language. */
  readonly name: string;
  /** Field in the result of a tool. */
  readonly field: string;
  readonly comparison: Comparison;
  /** Values to compare with, separated by commas, or sentences of an intent, one a line. */
  readonly values: string;
  readonly min: number | string;
  readonly max: number | string;
  readonly from: string;
  readonly to: string;
  /** Weekdays from 1, Monday, to 7. */
  readonly days: readonly string[];
  /** The stored test, if it combines what the form does not; kept as it is. */
  readonly kept: Test | undefined;
}

const emptyTest = {
  name: '',
  field: '',
  comparison: 'is',
  values: '',
  min: '',
  max: '',
  from: '',
  to: '',
  days: [],
  kept: undefined,
} as const;

export const newTest = (subject: Subject = 'slot'): TestDraft => ({
  ...emptyTest,
  key: freshKey(),
  subject,
  comparison: subject === 'tool' ? 'ok' : 'is',
});

export function testDraftOf(test: Test): TestDraft {
  const { slot, contact, tool, intent, time, language } = test;
  const draft = { ...emptyTest, key: freshKey(), ...comparisonOf(test) };
  const shown: TestDraft =
    intent !== undefined
      ? { ...draft, subject: 'intent', values: intent.join('\n') }
      : time !== undefined
        ? { ...draft, subject: 'time', from: time.from ?? '', to: time.to ?? '', days: (time.days ?? []).map(String) }
        : language !== undefined
          ? { ...draft, subject: 'language', name: language }
          : slot !== undefined
            ? { ...draft, subject: 'slot', name: slot }
            : contact !== undefined
              ? { ...draft, subject: 'contact', name: contact }
              : { ...draft, subject: 'tool', name: tool ?? '', field: test.field ?? '' };
  // What the form cannot say is not lost.
  return isSame(testOf(shown), test) ? shown : { ...shown, kept: test };
}

function comparisonOf({
  is,
  not,
  min,
  max,
  known,
  ok,
}: Test): Pick<TestDraft, 'comparison' | 'values' | 'min' | 'max'> {
  const bounds = { min: min ?? '', max: max ?? '' };
  if (is !== undefined) return { comparison: 'is', values: is.join(', '), ...bounds };
  if (not !== undefined) return { comparison: 'not', values: not.join(', '), ...bounds };
  if (min !== undefined || max !== undefined) return { comparison: 'range', values: '', ...bounds };
  if (known !== undefined) return { comparison: known ? 'known' : 'unknown', values: '', ...bounds };
  return { comparison: ok === false ? 'failed' : 'ok', values: '', ...bounds };
}

export function testOf(draft: TestDraft): Test {
  const { subject, name, field, values, from, to, days, kept } = draft;
  if (kept !== undefined) return kept;
  switch (subject) {
    case 'intent':
      return { intent: listIn(values, '\n') };
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
      return { tool: name.trim(), ...(field.trim() === '' ? {} : { field: field.trim() }), ...comparedOf(draft) };
    default:
      return { [subject]: name.trim(), ...comparedOf(draft) };
  }
}

function comparedOf({ comparison, values, min, max }: TestDraft): Test {
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
