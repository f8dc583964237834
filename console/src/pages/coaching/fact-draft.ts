import { t } from '../../language/text.ts';
import { freshKey } from '../../shared/form/fresh-key.ts';
import { listIn } from '../../shared/form/list-in.ts';

/** An unsaved fact. */
export interface FactDraft {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  /** Phrases, separated by commas. */
  readonly asked: string;
  /** Whether the loaded value was not text but a number, a list or an object. */
  readonly isJson: boolean;
}

export const newFact = (): FactDraft => ({ id: freshKey(), name: '', value: '', asked: '', isJson: false });

/** Returns the words of a text between commas and line breaks. */
export const wordsIn = (text: string): string[] => listIn(text, /[,\n]/);

const strings = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string');

export const factsOf = (object: Readonly<Record<string, unknown>>): readonly FactDraft[] =>
  Object.entries(object).map(([name, value]) => {
    const fact = { ...newFact(), name };
    if (typeof value === 'string') return { ...fact, value };
    if (typeof value === 'object' && value !== null && 'value' in value && typeof value.value === 'string') {
      const { value: own, ...rest } = value as Record<string, unknown>;
      const { asked_when: asked, ...others } = rest;
      if (Object.keys(others).length === 0) return { ...fact, value: `${own}`, asked: strings(asked).join(', ') };
    }
    return { ...fact, value: JSON.stringify(value), isJson: true };
  });

export interface Facts {
  readonly object: Record<string, unknown>;
  /** Messages by row id. */
  readonly faults: Readonly<Record<string, string>>;
}

/** Returns the facts as an object. Omits rows without a name and a value. */
export function objectOf(facts: readonly FactDraft[]): Facts {
  const object: Record<string, unknown> = {};
  const faults: Record<string, string> = {};
  for (const fact of facts) {
    const name = fact.name.trim();
    if (name === '' && fact.value.trim() === '') continue;
    if (name === '') faults[fact.id] = t('Give this fact a name.');
    else if (Object.hasOwn(object, name)) faults[fact.id] = t('Another fact has this name.');
    else {
      const value = parsed(fact);
      if (value === undefined) faults[fact.id] = t('This is not valid JSON.');
      else object[name] = fact.asked.trim() === '' ? value : { value, asked_when: wordsIn(fact.asked) };
    }
  }
  return { object, faults };
}

function parsed({ value, isJson }: FactDraft): unknown {
  if (!isJson) return value.trim();
  try {
    return JSON.parse(value);
  } catch {
    return /^\s*[[{]/.test(value) ? undefined : value.trim();
  }
}
