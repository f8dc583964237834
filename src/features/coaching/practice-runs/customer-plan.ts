import type { CustomerFact, CustomerObjection, CustomerPlan } from '../../../../media/agent/customer/index.ts';
import { languages } from '../../../../media/language/languages.ts';
import { sentencesOf as sentencesOfText } from '../../../../media/text/sentences.ts';
import type { Persona } from '../personas/index.ts';
import type { Snapshot } from './snapshot.ts';

const defaultMaxTurns = 20;
const mostFacts = 200;

/** Returns the plan of a scenario's simulated customer. */
export function customerPlanOf({ persona, scenario, documents }: Snapshot, seed: number): CustomerPlan {
  const { max_turns, satisfied_when, hangup_triggers } = scenario.stop_conditions;
  return {
    seed,
    languageCode: persona.language_code,
    name: persona.name,
    difficulty: scenario.difficulty,
    situation: [...sentencesOf(scenario.situation), ...proseOf(persona.profile)],
    open: typeof persona.profile === 'string' ? [] : factsOf('profile', persona.profile),
    hidden: [...factsOf('persona', persona.hidden_state), ...factsOf('scenario', scenario.hidden_state)],
    objections: persona.objections.flatMap(objectionOf),
    knowledge: documents.flatMap(({ text }) => sentencesOf(text)).slice(0, 5000),
    maxTurns: max_turns ?? defaultMaxTurns,
    ...(satisfied_when === null ? {} : { satisfiedWhen: satisfied_when }),
    hangupTriggers: hangup_triggers,
    habits: habitsOf(persona.speech_habits),
  };
}

/** Splits a text into sentences. A line in quotation marks stays whole. */
const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/u)
    .flatMap((line) => (/^\s*["“][^"“”]+["”]\s*$/u.test(line) ? [line] : sentencesOfText(line, { anyStart: true })))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const proseOf = (profile: Persona['profile']): string[] => (typeof profile === 'string' ? sentencesOf(profile) : []);

/**
 * Returns the facts in a statement. An object gives one fact for each value, which the words of its key ask for; prose
 * gives one for each sentence, which its own words ask for.
 */
function factsOf(prefix: string, stated: Persona['hidden_state']): CustomerFact[] {
  if (typeof stated === 'string')
    return sentencesOf(stated).map((value, index) => ({ id: `${prefix}:${index}`, about: value, value }));
  return Object.entries(stated)
    .flatMap(([key, value]) => factOf(`${prefix}:${key}`, key.replaceAll(/[_\-.]+/g, ' '), value))
    .slice(0, mostFacts);
}

function factOf(id: string, about: string, value: unknown): CustomerFact[] {
  if (typeof value === 'boolean') return [{ id, about, value: value ? 'yes' : 'no' }];
  if (typeof value === 'string' && value.trim() !== '') return [{ id, about, value: value.trim() }];
  if (typeof value === 'number') return [{ id, about, value: String(value) }];
  if (Array.isArray(value)) {
    const parts = value.filter((part) => typeof part === 'string' || typeof part === 'number');
    return parts.length === 0 ? [] : [{ id, about, value: parts.join(', ') }];
  }
  if (typeof value !== 'object' || value === null) return [];
  const { value: factValue, asked_when: askedWhen, ...rest } = value as Record<string, unknown>;
  if (typeof factValue === 'string' || typeof factValue === 'number') {
    const askedBy = stringsOf(askedWhen);
    return [{ id, about, value: String(factValue), ...(askedBy.length === 0 ? {} : { askedBy }) }];
  }
  return Object.entries(rest).flatMap(([key, item]) =>
    factOf(`${id}.${key}`, `${about} ${key.replaceAll('_', ' ')}`, item),
  );
}

const stringsOf = (value: unknown): string[] => {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((item): item is string => typeof item === 'string' && item.trim() !== '');
};

function objectionOf(described: Persona['objections'][number]): CustomerObjection[] {
  if (typeof described === 'string') return described === '' ? [] : [{ text: stopped(described) }];
  const { text, objection, strength, answered_by: answered, trigger } = described;
  const spokenText = [text, objection].find((part): part is string => typeof part === 'string' && part.trim() !== '');
  if (spokenText === undefined) return [];
  const answeredBy = stringsOf(answered);
  return [
    {
      text: stopped(spokenText.trim()),
      ...(typeof strength === 'number' && strength >= 1 ? { strength: Math.min(5, Math.round(strength)) } : {}),
      ...(answeredBy.length === 0 ? {} : { answeredBy }),
      ...(typeof trigger === 'string' && trigger.trim() !== '' ? { trigger } : {}),
    },
  ];
}

const stopped = (text: string): string => (/[.!?]$/u.test(text) ? text : `${text}.`);

const habits = languages.flatMap(({ customer }) => customer?.habits ?? []);
const paces = new Map(habits.flatMap((each) => Object.entries(each.paces)));
const terse = new Set(habits.flatMap((each) => each.terse));
const talkative = new Set(habits.flatMap((each) => each.talkative));

function habitsOf({ pace, fillers, verbosity, interrupts }: Persona['speech_habits']): CustomerPlan['habits'] {
  const named = verbosity.toLowerCase();
  const words = terse.has(named) ? 'terse' : talkative.has(named) ? 'talkative' : 'normal';
  return {
    pace: typeof pace === 'number' ? pace : (paces.get(pace.toLowerCase()) ?? 1),
    fillers,
    verbosity: words,
    interrupts,
  };
}
