import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { entriesOf, languages } from '../../language/languages.ts';
import { patternOf } from '../../language/match.ts';
import type { AgentPlan, KnowledgeDocument } from '../../line/agent.ts';
import { withoutMarks } from '../../retrieval/index.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import { sentencesOf } from '../../text/sentences.ts';
import { tellable } from '../confidential.ts';

const purposeOf = patternOf(({ agent }) => agent?.persona.purposeOf);
const abilityOf = patternOf(({ agent }) => agent?.persona.ability, 'iu');
const persons = patternOf(({ agent }) => agent?.persona.persons, 'giu');

/**
 * The part of a persona that is usable without following instructions. The text is data: its instructions are never
 * executed.
 */
export interface Persona {
  /** Statements about the business, as a document to answer from. */
  readonly facts: readonly KnowledgeDocument[];
  /** What the agent does, in the first person: "I take orders for pizza." */
  readonly abilities: readonly string[];
}

/** Text beyond this length is ignored. */
const maxChars = 20_000;
const maxAbilities = 2;
const maxAbilityChars = 160;

const maxKept = 256;

/** Returns a cached `personaOf`: every request has a new plan, but its persona rarely changes. */
export function createPersonas(): typeof personaOf {
  const personas = new LRUCache<string, Persona>({ max: maxKept });
  return (plan) => {
    // The documents are large, the contact differs per call, and the persona depends on neither.
    const { knowledge: _knowledge, contact: _contact, ...rest } = plan;
    const key = createHash('sha256').update(JSON.stringify(rest)).digest('base64');
    const persona = personas.get(key) ?? personaOf(plan);
    personas.set(key, persona);
    return persona;
  };
}

export function personaOf(plan: AgentPlan): Persona {
  const lines = plan.personaPrompt.slice(0, maxChars).replaceAll('\r', '').split('\n').map(lineOf);
  const values = { agent: plan.agentName, business: plan.businessName };
  const sayable = new Set(
    tellable(
      plan,
      lines.flatMap(({ sentences }) => sentences),
    ),
  );
  const filled = (sentence: string): string => fillPlaceholders(sentence, values);
  const text = lines
    .map(({ mark, sentences }) => {
      const facts = sentences.filter((each) => sayable.has(each) && (mark.startsWith('#') || isFact(each))).map(filled);
      return facts.length === 0 ? '' : mark + facts.join(' ');
    })
    .join('\n');
  const abilities = lines
    .flatMap(({ sentences }) => sentences)
    .filter((each) => sayable.has(each))
    .flatMap((each) => abilityIn(filled(each)) ?? [])
    .slice(0, maxAbilities);
  const hasFacts = text.split('\n').some((line) => line !== '' && !line.startsWith('#'));
  return { facts: hasFacts ? [{ id: 'persona', title: plan.businessName, text }] : [], abilities };
}

interface Line {
  /** Prefix of a heading or list item. */
  readonly mark: string;
  readonly sentences: readonly string[];
}

function lineOf(line: string): Line {
  const [, mark = '', rest = ''] = /^\s*(#{1,6}\s+|[-*+•]\s+|\d+[.)]\s+)?(.*)$/.exec(line) ?? [];
  return { mark, sentences: sentencesOf(withoutMarks(rest)) };
}

/** Words that address the agent rather than its callers. */
const addressed = patternOf(({ agent }) => agent?.persona.addressed);
/** Invitations to the caller, in the form of an instruction: "Find us in Mill Lane." */
const invites = patternOf(({ agent }) => agent?.persona.invites);
/** First words of an instruction or of its condition. */
const orders = new Set(entriesOf(({ agent }) => agent?.persona.orders));
/**
 * A statement begins with a subject, or contains a verb of being or a number. A first word in a single "s" is a plural
 * subject, never an instruction.
 */
const states = patternOf(({ agent }) => agent?.persona.states, 'iu');

const firstWord = (sentence: string): string => /^[\p{L}'’]+/u.exec(sentence)?.[0].toLowerCase() ?? '';

const isFact = (sentence: string): boolean =>
  invites.test(sentence) || (states.test(sentence) && !addressed.test(sentence) && !orders.has(firstWord(sentence)));

/** Verbs that describe the agent's manner rather than what it does for a caller. */
const manner = patternOf(({ agent }) => agent?.persona.manner);

function abilityIn(sentence: string): string | undefined {
  const [, purpose] = purposeOf.exec(sentence) ?? [];
  const [, does] = abilityOf.exec(sentence) ?? [];
  const purposeText = purpose !== undefined ? `I'm here to ${purpose}` : does !== undefined ? `I ${does}` : undefined;
  if (purposeText === undefined || manner.test(purpose ?? does ?? '')) return undefined;
  const ability = inOwnWords(purposeText);
  return ability.length <= maxAbilityChars ? ability : undefined;
}

const interjections = new Map(languages.flatMap(({ agent }) => Object.entries(agent?.persona.inOwnWords ?? {})));

/** Switches the perspective from instructions to speech: "you" becomes "I", and the caller becomes "you". */
function inOwnWords(sentence: string): string {
  const turned = sentence
    .replaceAll('’', "'")
    .replace(persons, (whole, word: string) => interjections.get(word.toLowerCase()) ?? whole);
  return /[.!?]$/.test(turned) ? turned : `${turned}.`;
}
