import type { BrainPlan, ScriptGoal } from '../../line/brain.ts';
import { similarity } from '../embedding.ts';
import { termsOf } from '../terms.ts';
import { goalsOf } from './script.ts';
import { plainOf } from './spoken.ts';
import type { BrainTools } from './turn.ts';
import { listed } from './wording.ts';

export interface GoalMatch {
  readonly goal: ScriptGoal;
  /** Similarity to the nearest example, with a little for words in common. */
  readonly score: number;
}

/** Days, hours and numbers say when and how many, not what: two sentences are not alike because both name a Friday. */
const details =
  /\b((on|at|for|around|by|next|this|until) )*((mon|tues|wednes|thurs|fri|satur|sun)days?|tomorrow|today|tonight|yesterday|(next|this) (week|month|morning|afternoon|evening)|noon|\d[\d:]*( ?[ap]m)?|(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)( thirty| fifteen| forty five| o'?clock)?( in the (morning|afternoon|evening))?( ?[ap] ?m)?)\b/g;
const gistOf = (plain: string): string => plain.replace(details, ' ').replace(/\s+/g, ' ').trim();

/** What people say before they say what they want. */
const preamble =
  /^((hi|hello|hey|yes|yeah|yep|oh|so|well|okay|ok|good (morning|afternoon|evening)|there|sure|um|uh|like|please|listen|actually|and|i was (just )?(wondering|hoping|calling)|i'm (just )?calling|i am calling|i just wanted|if|to see|because|thanks|thank you|ava|sorry|also|could you help me|can you help me)\b[ ]?)+/;

const gistOfExample = (example: string): string => gistOf(plainOf(example));

/** A long sentence hides its purpose among details, so then its clauses are looked at one by one. */
const sureScore = 0.6;
const maxClauses = 4;

/** The goal whose examples are nearest to what was said. */
export async function goalMatch(plan: BrainPlan, text: string, tools: BrainTools): Promise<GoalMatch | undefined> {
  const plain = gistOf(plainOf(text));
  const core = plain.replace(preamble, '').trim();
  const whole = await nearest(plan, [core.length < 4 ? plain : core], tools);
  if (whole !== undefined && whole.score >= sureScore) return whole;
  const clauses = text
    .split(/[,.;!?]+\s|\s(?:and|but|because|so)\s/i)
    .map((clause) => gistOf(plainOf(clause)).replace(preamble, '').trim())
    .filter((clause) => clause.split(' ').length >= 3 && clause !== core && clause !== plain)
    .slice(0, maxClauses);
  const part = await nearest(plan, clauses, tools);
  return part !== undefined && part.score > (whole?.score ?? 0) ? part : whole;
}

async function nearest(plan: BrainPlan, texts: readonly string[], tools: BrainTools): Promise<GoalMatch | undefined> {
  const asked = await tools.embedder.embed(texts);
  const terms = termsOf(texts.join(' '));
  let best: GoalMatch | undefined;
  for (const goal of goalsOf(plan)) {
    const vectors = await tools.embedder.embed(goal.examples.map(gistOfExample));
    for (const [i, vector] of vectors.entries()) {
      const alike = Math.max(0, ...asked.map((each) => similarity(each, vector)));
      const score = alike + 0.1 * sharedShare(terms, termsOf(goal.examples[i] as string));
      if (best === undefined || score > best.score) best = { goal, score };
    }
  }
  return best;
}

function sharedShare(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (others.size === 0) return 0;
  let shared = 0;
  for (const term of others) if (terms.has(term)) shared += 1;
  return shared / others.size;
}

/** Embeds the examples ahead of the first caller's words. */
export async function prepareGoals(plan: BrainPlan, tools: BrainTools): Promise<void> {
  for (const goal of goalsOf(plan)) await tools.embedder.embed(goal.examples.map(gistOfExample));
}

/** "book a cleaning, reschedule your appointment, or answer questions about Maple Grove Dental" */
export function abilities(plan: BrainPlan): string {
  const actions = plan.goals
    .map(
      (goal) =>
        /^(?:i'?d like to|i want to|i need to|i have to|can i|could i|please|can you|could you)\s+(.*?)[.?!]*$/i.exec(
          goal.examples[0] ?? '',
        )?.[1],
    )
    .filter((action) => action !== undefined)
    .map((action) => action.replace(/\bmy\b/gi, 'your').replace(/\bme\b/gi, 'you'));
  const answers = plan.knowledge.length > 0 ? [`answer questions about ${plan.businessName}`] : [];
  const all = [...actions.slice(0, 4), ...answers];
  return all.length === 0 ? 'I can take a message for the team.' : `I can ${listed(all, 'or')}.`;
}
