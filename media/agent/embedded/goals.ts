import { packOf } from '../../language/languages.ts';
import { patternOf } from '../../language/match.ts';
import type { ScriptGoal, ScriptTest } from '../../line/agent.ts';
import { alternativesOf } from '../../line/script.ts';
import { similarity, termsOf } from '../../retrieval/index.ts';
import { affirmedIn, negates } from './forms.ts';
import { type Example, gistOf } from './goal-examples.ts';
import { plainOf } from './spoken.ts';
import { namesBusiness, type Turn } from './turn.ts';
import { listed } from './wording.ts';

const clauseEnd = patternOf(({ agent }) => agent?.goals.clauseEnd);
const request = patternOf(({ agent }) => agent?.goals.request);

export interface GoalMatch {
  readonly goal: ScriptGoal;
  /** Similarity to the nearest example, plus up to 0.1 for shared terms. */
  readonly score: number;
  /**
   * Whether the example comes from the persona's abilities instead of a goal. The request is then taken as a message.
   */
  readonly request: boolean;
}

const messageId = 'message';

/** The built-in goal for taking a message, used if no person can be reached. */
function messageGoal({ say, plan }: Turn): ScriptGoal {
  const understood = packOf(plan.languageCode)?.intents?.message ?? packOf('en')?.intents?.message;
  return {
    id: messageId,
    examples: understood?.entries ?? [],
    intro: say('message_intro'),
    questions: [
      { id: 'name', kind: 'name', ask: say('message_name'), retry: say('message_name_retry') },
      {
        id: 'phone',
        kind: 'phone',
        ask: say('message_phone'),
        retry: say('message_phone_retry'),
        confirm: say('message_phone_confirm'),
      },
      { id: 'message', kind: 'text', ask: say('message_text') },
    ],
    done: say('message_done'),
  };
}

/** Returns the plan's goals plus the message goal. */
const goalsOf = (turn: Turn): readonly ScriptGoal[] =>
  turn.plan.goals.some((goal) => goal.id === messageId) ? turn.plan.goals : [...turn.plan.goals, messageGoal(turn)];

export const goalNamed = (turn: Turn, id: string | undefined): ScriptGoal | undefined =>
  id === undefined ? undefined : goalsOf(turn).find((goal) => goal.id === id);

const messageGoalOf = (turn: Turn): ScriptGoal => goalNamed(turn, messageId) ?? messageGoal(turn);

/** Introductory words before the actual request. */
const preamble = patternOf(({ agent }) => agent?.goals.preamble, '');

/** Removes introductory words and the agent's name. */
function coreOf(plain: string, { plan }: Turn): string {
  const core = plain.replace(preamble, '').trim();
  const name = plainOf(plan.agentName);
  return name !== '' && core.startsWith(`${name} `)
    ? core.slice(name.length).trim().replace(preamble, '').trim()
    : core;
}

/** Below this score the clauses are also compared individually, since a long sentence buries its purpose in detail. */
const sureScore = 0.6;
const maxClauses = 4;

/** Returns the goal whose examples are nearest to the words. */
export async function goalMatch(turn: Turn, text: string): Promise<GoalMatch | undefined> {
  const plain = gistOf(plainOf(text));
  const core = coreOf(plain, turn);
  const whole = await nearest(turn, [core.length < 4 ? plain : core]);
  if (whole !== undefined && whole.score >= sureScore) return whole;
  const clauses = text
    .split(clauseEnd)
    .map((clause) => coreOf(gistOf(plainOf(clause)), turn))
    .filter((clause) => clause.split(' ').length >= 3 && clause !== core && clause !== plain)
    .slice(0, maxClauses);
  const part = await nearest(turn, clauses);
  return part !== undefined && part.score > (whole?.score ?? 0) ? part : whole;
}

/**
 * Returns the example sentences of each goal. In a plan without goals, the persona's abilities lead to the message
 * goal.
 */
function meanings(
  turn: Turn,
): readonly (Pick<GoalMatch, 'goal' | 'request'> & { readonly examples: readonly string[] })[] {
  const goals = goalsOf(turn).map((goal) => ({ goal, request: false, examples: goal.examples }));
  if (turn.plan.goals.length > 0) return goals;
  return [...goals, { goal: messageGoalOf(turn), request: true, examples: turn.persona.abilities }];
}

async function nearest(turn: Turn, texts: readonly string[]): Promise<GoalMatch | undefined> {
  const scoreOf = await likenessTo(turn, texts);
  let best: GoalMatch | undefined;
  for (const { goal, request, examples } of meanings(turn)) {
    const score = await scoreOf(examples);
    if (score !== undefined && (best === undefined || score > best.score)) best = { goal, score, request };
  }
  return best;
}

/** Returns a function that scores examples by the one that is nearest to the texts; undefined without examples. */
async function likenessTo({ tools: { embedder, goalExamples } }: Turn, texts: readonly string[]) {
  const textVectors = await embedder.embed(texts);
  const terms = termsOf(texts.join(' '));
  return async (examples: readonly string[]): Promise<number | undefined> => {
    const read = examples.map(goalExamples);
    const vectors = await embedder.embed(read.map(({ gist }) => gist));
    const scores = vectors.map(
      (vector, i) =>
        Math.max(0, ...textVectors.map((each) => similarity(each, vector))) +
        0.1 * sharedShare(terms, (read[i] as Example).terms),
    );
    return scores.length === 0 ? undefined : Math.max(...scores);
  };
}

/**
 * Scores the intents of branches by the caller's words. Of the intents of one step, only the one that is expressed most
 * clearly counts.
 */
export async function expressedIn(turn: Turn, text: string): Promise<ReadonlyMap<ScriptTest, number>> {
  const expressed = new Map<ScriptTest, number>();
  const steps = turn.plan.goals.map(intentTests);
  if (steps.every((tests) => tests.length === 0)) return expressed;
  const scorerOf = (words: string) => {
    const plain = gistOf(plainOf(words));
    const core = coreOf(plain, turn);
    return likenessTo(turn, [core.length < 4 ? plain : core]);
  };
  // "My chest does not hurt" does not mean "My chest hurts": what denies is compared with sentences that deny.
  const affirmed = affirmedIn(text);
  const scoreOf = {
    denying: affirmed === text ? undefined : await scorerOf(text),
    affirming: affirmed === '' ? undefined : await scorerOf(affirmed),
  };
  const scoreOfTest = async ({ intent = [] }: ScriptTest): Promise<number> =>
    Math.max(
      (await scoreOf.denying?.(intent.filter(negates))) ?? 0,
      (await scoreOf.affirming?.(intent.filter((sentence) => !negates(sentence)))) ?? 0,
    );
  for (const tests of steps) {
    let best: { readonly test: ScriptTest; readonly score: number } | undefined;
    for (const test of tests) {
      const score = await scoreOfTest(test);
      if (best === undefined || score > best.score) best = { test, score };
    }
    if (best !== undefined) expressed.set(best.test, best.score);
  }
  return expressed;
}

const intentTests = ({ next = [] }: ScriptGoal): readonly ScriptTest[] =>
  next
    .flatMap(({ when = [] }) => when)
    .flatMap(alternativesOf)
    .filter(({ intent }) => intent !== undefined);

function sharedShare(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (others.size === 0) return 0;
  let shared = 0;
  for (const term of others) if (terms.has(term)) shared += 1;
  return shared / others.size;
}

/** Embeds the examples ahead of the caller's first words. */
export async function prepareGoals(turn: Turn): Promise<void> {
  const { embedder, goalExamples } = turn.tools;
  const intents = turn.plan.goals.flatMap(intentTests);
  for (const { examples } of meanings(turn)) await embedder.embed(examples.map((text) => goalExamples(text).gist));
  await embedder.embed(intents.flatMap(({ intent = [] }) => intent).map((text) => goalExamples(text).gist));
}

/** Lists what the agent can do: "I can order a pizza, track your order or answer questions about the shop." */
export function abilities({ plan, persona, say }: Turn): string {
  const actions = plan.goals
    .map((goal) => request.exec(goal.examples[0] ?? '')?.[1])
    .filter((action) => action !== undefined)
    .map((action) => action.replace(/\bmy\b/gi, 'your').replace(/\bme\b/gi, 'you'));
  if (actions.length === 0 && persona.abilities.length > 0) return persona.abilities.join(' ');
  // An agent of no named business does not say about what.
  const answering = (): string =>
    namesBusiness(plan) ? say('can_answer', { business: plan.businessName }) : say('can_answer_own');
  const informed = plan.knowledge.length > 0 || persona.facts.length > 0;
  const all = [...actions.slice(0, 4), ...(informed ? [answering()] : [])];
  return all.length === 0 ? say('can_take_message') : say('can_do', { actions: listed(all, say('or')) });
}
