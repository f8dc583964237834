import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { entriesOf, languages } from '../../language/languages.ts';
import { patternOf } from '../../language/match.ts';
import type { BrainPlan, KnowledgeDocument } from '../../line/brain.ts';
import { withoutMarks } from '../../retrieval/index.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { tellable } from '../confidential.ts';

const purposeOf = patternOf(({ agent }) => agent?.persona.purposeOf);
const abilityOf = patternOf(({ agent }) => agent?.persona.ability, 'iu');
const persons = patternOf(({ agent }) => agent?.persona.persons, 'giu');

/** What a persona's text gives an agent that follows no instructions. The text is data: an order in it is never carried out. */
export interface Persona {
  /** Its statements about the business, as a document to answer from. */
  readonly facts: readonly KnowledgeDocument[];
  /** What it says that the agent does, in the agent's own words: "I take orders for pizza." */
  readonly abilities: readonly string[];
}

/** The rest of a longer persona is ignored. */
const maxChars = 20_000;
const maxAbilities = 2;
const maxAbilityChars = 160;

const kept = 256;

/** `personaOf`, cached: each request has a new plan, and its persona rarely differs. */
export function createPersonas(): typeof personaOf {
  const known = new LRUCache<string, Persona>({ max: kept });
  return (plan) => {
    // What no persona is drawn from, and what is long or of one call alone.
    const { knowledge: _knowledge, contact: _contact, ...rest } = plan;
    const key = createHash('sha256').update(JSON.stringify(rest)).digest('base64');
    const persona = known.get(key) ?? personaOf(plan);
    known.set(key, persona);
    return persona;
  };
}

export function personaOf(plan: BrainPlan): Persona {
  const lines = plan.personaPrompt.slice(0, maxChars).replaceAll('\r', '').split('\n').map(lineOf);
  const values = { agent: plan.agentName, business: plan.businessName };
  const told = new Set(
    tellable(
      plan,
      lines.flatMap(({ sentences }) => sentences),
    ),
  );
  const filled = (sentence: string): string => fillPlaceholders(sentence, values);
  const text = lines
    .map(({ mark, sentences }) => {
      const facts = sentences.filter((each) => told.has(each) && (mark.startsWith('#') || isFact(each))).map(filled);
      return facts.length === 0 ? '' : mark + facts.join(' ');
    })
    .join('\n');
  const abilities = lines
    .flatMap(({ sentences }) => sentences)
    .filter((each) => told.has(each))
    .flatMap((each) => abilityIn(filled(each)) ?? [])
    .slice(0, maxAbilities);
  const hasFacts = text.split('\n').some((line) => line !== '' && !line.startsWith('#'));
  return { facts: hasFacts ? [{ id: 'persona', title: plan.businessName, text }] : [], abilities };
}

interface Line {
  /** The mark of a heading or a list's item. */
  readonly mark: string;
  readonly sentences: readonly string[];
}

function lineOf(line: string): Line {
  const [, mark = '', rest = ''] = /^\s*(#{1,6}\s+|[-*+•]\s+|\d+[.)]\s+)?(.*)$/.exec(line) ?? [];
  return { mark, sentences: sentencesOf(withoutMarks(rest)) };
}

/** Words of a text that speaks to an agent, and not to its callers. */
const addressed = patternOf(({ agent }) => agent?.persona.addressed);
/** An order or a condition for one begins with such a word. */
const orders = new Set(entriesOf(({ agent }) => agent?.persona.orders));
/** A statement begins with a subject, or has a verb that says what is, or a number. Several things end in one "s", and no order does. */
const states = patternOf(({ agent }) => agent?.persona.states, 'iu');

const firstWord = (sentence: string): string => /^[\p{L}'’]+/u.exec(sentence)?.[0].toLowerCase() ?? '';

const isFact = (sentence: string): boolean =>
  states.test(sentence) && !addressed.test(sentence) && !orders.has(firstWord(sentence));

/** Verbs that say how the agent is to be, rather than what it does for a caller. */
const manner = patternOf(({ agent }) => agent?.persona.manner);

function abilityIn(sentence: string): string | undefined {
  const [, purpose] = purposeOf.exec(sentence) ?? [];
  const [, does] = abilityOf.exec(sentence) ?? [];
  const made = purpose !== undefined ? `I'm here to ${purpose}` : does !== undefined ? `I ${does}` : undefined;
  if (made === undefined || manner.test(purpose ?? does ?? '')) return undefined;
  const ability = inOwnWords(made);
  return ability.length <= maxAbilityChars ? ability : undefined;
}

const own = new Map(languages.flatMap(({ agent }) => Object.entries(agent?.persona.inOwnWords ?? {})));

/** From the agent to its caller: "you" is the agent, and the caller is "you". */
function inOwnWords(sentence: string): string {
  const turned = sentence
    .replaceAll('’', "'")
    .replace(persons, (whole, word: string) => own.get(word.toLowerCase()) ?? whole);
  return /[.!?]$/.test(turned) ? turned : `${turned}.`;
}
