import type { AgentAction, AgentPlan, AgentRequest, EndReason, ScriptTest } from '../../line/agent.ts';
import { fillPlaceholders } from '../../text/placeholders.ts';
import type { Embedder } from '../embedding.ts';
import type { Knowledge } from '../knowledge.ts';
import type { GoalExamples } from './goal-examples.ts';
import type { Intents } from './intents.ts';
import { type Notes, withoutOffer } from './notes.ts';
import type { Persona } from './persona.ts';
import { type Say, sayIn } from './wording.ts';

/** Dependencies of the embedded agent. */
export interface AgentTools {
  readonly embedder: Embedder;
  readonly knowledge: Knowledge;
  readonly intents: Intents;
  readonly goalExamples: GoalExamples;
  readonly personaOf: (plan: AgentPlan) => Persona;
}

/** One request with everything that the steps of the reply need. */
export interface Turn {
  readonly plan: AgentPlan;
  readonly request: AgentRequest;
  readonly tools: AgentTools;
  /** Facts and abilities from the plan's persona. */
  readonly persona: Persona;
  /** Selects wording. A retry of the turn yields the same selection. */
  readonly say: Say;
  /** How clearly the caller's words express the intents of branches. */
  readonly expressed: ReadonlyMap<ScriptTest, number>;
  /** Fills a template of the plan with contact details. */
  words(template: string, values?: Readonly<Record<string, string | undefined>>): string;
}

/** The reply to one request, before it is split into phrases. */
export interface Reply {
  readonly lines: readonly string[];
  readonly notes: Notes;
  readonly intent: string;
  readonly actions?: readonly AgentAction[];
  readonly sources?: readonly string[];
  /** The answers of a completed goal. Otherwise the answers so far are in `notes`. */
  readonly slots?: Notes['slots'];
}

export function createTurn(request: AgentRequest, tools: AgentTools): Turn {
  const seed = `${request.callUuid}:${request.turn}`;
  const { plan } = request;
  return {
    plan,
    request,
    tools,
    persona: tools.personaOf(plan),
    say: sayIn(plan.languageCode, seed),
    expressed: new Map(),
    words: (template, values = {}) =>
      fillPlaceholders(template, { ...plan.contact, agent: plan.agentName, business: plan.businessName, ...values }),
  };
}

/** Records an offer, so that a bare yes or no answers its question. */
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

/** Returns whether the plan names a business. An agent without a campaign has its own name in its place. */
export const namesBusiness = ({ agentName, businessName }: AgentPlan): boolean =>
  businessName !== '' && businessName !== agentName;

/** Returns who the agent is, in the line for agents of no named business where none is named. */
export const introduced = ({ plan, say }: Turn, line: 'who' | 'robot' | 'taken_over'): string =>
  namesBusiness(plan)
    ? say(line, { agent: plan.agentName, business: plan.businessName })
    : say(`${line}_alone`, { agent: plan.agentName });
