import type { AgentAction, BrainPlan, BrainRequest, EndReason } from '../../line/brain.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import type { Embedder } from '../embedding.ts';
import type { Knowledge } from '../knowledge.ts';
import type { GoalExamples } from './goal-examples.ts';
import type { Intents } from './intents.ts';
import { type Notes, withoutOffer } from './notes.ts';
import type { Persona } from './persona.ts';
import { type Say, sayIn } from './wording.ts';

/** What the brain may ask while it makes a reply. */
export interface BrainTools {
  readonly embedder: Embedder;
  readonly knowledge: Knowledge;
  readonly intents: Intents;
  readonly goalExamples: GoalExamples;
  readonly personaOf: (plan: BrainPlan) => Persona;
}

/** One request, with what every step of the answer needs. */
export interface Turn {
  readonly plan: BrainPlan;
  readonly request: BrainRequest;
  readonly tools: BrainTools;
  /** What the plan's persona says of the business and of the agent. */
  readonly persona: Persona;
  /** Chosen wording, the same each time this turn is tried. */
  readonly say: Say;
  /** A template of the plan, with what is known of the contact. */
  words(template: string, values?: Readonly<Record<string, string | undefined>>): string;
}

/** The answer to one request, before it is cut into phrases. */
export interface Reply {
  readonly lines: readonly string[];
  readonly notes: Notes;
  readonly intent: string;
  readonly actions?: readonly AgentAction[];
  readonly sources?: readonly string[];
  /** The answers of a goal that is complete; else the notes hold those so far. */
  readonly slots?: Notes['slots'];
}

export function createTurn(request: BrainRequest, tools: BrainTools): Turn {
  const seed = `${request.callUuid}:${request.turn}`;
  const { plan } = request;
  return {
    plan,
    request,
    tools,
    persona: tools.personaOf(plan),
    say: sayIn(plan.languageCode, seed),
    words: (template, values = {}) =>
      fillPlaceholders(template, { ...plan.contact, agent: plan.agentName, business: plan.businessName, ...values }),
  };
}

/** Ends with a question that a bare yes or no answers. */
export const offering = (notes: Notes, offer: string, question: string): Notes => ({
  ...withoutOffer(notes),
  offer,
  question,
});

export const ending = (notes: Notes, reason: EndReason, lines: readonly string[]): Reply => ({
  lines,
  notes: withoutOffer(notes),
  intent: reason,
  actions: [{ kind: 'end', reason }],
});
