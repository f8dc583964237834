import type { AgentPlan, ScriptGoal, ScriptQuestion } from '../../line/agent.ts';
import { alternativesOf } from '../../line/script.ts';
import type { BuiltInCall, BuiltInOutcome, BuiltInTool } from './built-in/tool.ts';
import { begun, left, type ModelFlow, type Moved, stepOf, toldIn, toolOf } from './flow.ts';

/** The tools with which a model moves through a flow. */
export interface StepTools {
  readonly tools: readonly BuiltInTool[];
  /** Where the calls of this round have led. */
  readonly flow: ModelFlow;
}

/** What a model reports where the caller cannot or will not tell. */
export const unknownAnswer = 'unknown';
const maxAnswerChars = 500;

/** Returns the tools of the current step. Code decides where it leads; the model reports answers and wishes. */
export function createStepTools(plan: AgentPlan, before: ModelFlow): StepTools {
  let flow = before;

  function outcomeOf(moved: Moved): BuiltInOutcome {
    flow = moved.flow;
    if ('answer' in moved) return { answer: toldIn(moved, moved.answer) };
    return { action: { kind: 'hand_over', agent: moved.agent, ...(moved.go !== undefined && { go: moved.go }) } };
  }

  const starts = plan.goals.filter(({ examples }) => examples.length > 0);
  const beginStep: BuiltInTool = {
    name: 'begin_step',
    description: 'Begins what the caller wants. Call it before you ask for details.',
    parameters: () => ({
      type: 'object',
      properties: { step: { type: 'string', enum: starts.map(({ id }) => id) } },
      required: ['step'],
    }),
    carryOut: ({ args, request }) =>
      starts.some(({ id }) => id === args.step)
        ? outcomeOf(begun(request, flow, String(args.step)))
        : { refusal: 'there is no such step to begin.' },
  };
  const finishStep: BuiltInTool = {
    name: 'finish_step',
    description:
      'Ends the current step. Call it as soon as its questions are answered, or when the caller wants something that it lists.',
    parameters: () => parametersOf(stepOf(plan, before)),
    carryOut: (call) => finished(call),
  };

  function finished({ args, request }: BuiltInCall): BuiltInOutcome {
    const goal = stepOf(plan, flow);
    if (goal === undefined) return { refusal: 'no step has begun. Call begin_step first.' };
    const wish = wishesOf(goal).find(([first]) => first === args.caller_wants)?.[0];
    const { answers, wrong } = answersIn(goal, args.answers);
    if (wrong.length > 0) return { refusal: wrong.join(' ') };
    const answered: ModelFlow = { ...flow, facts: { ...flow.facts, ...answers } };
    if (wish === undefined) {
      const open = goal.questions.filter(({ id }) => answered.facts[id] === undefined).map(({ id }) => id);
      if (open.length > 0) return { refusal: `the caller has not told you: ${open.join(', ')}. Ask first.` };
      const tool = toolOf(plan, goal);
      if (tool !== undefined && answered.results[tool] === undefined) {
        flow = answered;
        return { refusal: `call the tool ${tool} first.` };
      }
    }
    return outcomeOf(left(request, answered, goal, wish));
  }

  return {
    tools: [...(starts.length > 0 ? [beginStep] : []), ...(stepOf(plan, before) === undefined ? [] : [finishStep])],
    get flow() {
      return flow;
    },
  };
}

/** Returns the intents of a step's branches. The first sentence of each names it. */
export const wishesOf = ({ next = [] }: ScriptGoal): readonly (readonly string[])[] =>
  next
    .flatMap(({ when = [] }) => when)
    .flatMap(alternativesOf)
    .flatMap(({ intent }) => (intent === undefined ? [] : [intent]));

function parametersOf(goal: ScriptGoal | undefined): Readonly<Record<string, unknown>> | undefined {
  if (goal === undefined) return undefined;
  const wishes = wishesOf(goal);
  return {
    type: 'object',
    properties: {
      answers: {
        type: 'object',
        description: `What the caller said. "${unknownAnswer}" where they cannot or will not tell.`,
        properties: Object.fromEntries(goal.questions.map((question) => [question.id, schemaOf(question)])),
      },
      ...(wishes.length > 0 && { caller_wants: { type: 'string', enum: wishes.map(([first]) => first) } }),
    },
    required: goal.questions.length > 0 ? ['answers'] : [],
  };
}

function schemaOf({ kind, choices, ask }: ScriptQuestion): Readonly<Record<string, unknown>> {
  if (kind === 'yes_no') return { type: 'string', enum: ['yes', 'no', unknownAnswer], description: ask };
  if (kind === 'choice' && choices !== undefined)
    return { type: 'string', enum: [...choices, unknownAnswer], description: ask };
  const form = { date: 'YYYY-MM-DD', time: 'HH:MM', datetime: 'YYYY-MM-DDTHH:MM', number: 'digits' }[kind as string];
  return { type: 'string', description: form === undefined ? ask : `${ask} As ${form}.` };
}

/** Returns the answers as code compares them, and what is wrong with others. */
function answersIn(goal: ScriptGoal, argument: unknown): { answers: Record<string, string>; wrong: string[] } {
  const answers: Record<string, string> = {};
  const wrong: string[] = [];
  const values = typeof argument === 'object' && argument !== null ? (argument as Record<string, unknown>) : {};
  for (const { id, kind, choices = [] } of goal.questions) {
    const value = Object.hasOwn(values, id) ? values[id] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    const text = String(value).trim().slice(0, maxAnswerChars);
    const options = kind === 'yes_no' ? ['yes', 'no'] : kind === 'choice' ? choices : undefined;
    const option = options?.find((each) => each.toLowerCase() === text.toLowerCase());
    if (text === '' || text.toLowerCase() === unknownAnswer) answers[id] = '';
    else if (options !== undefined && option === undefined) wrong.push(`${id} must be one of ${options.join(', ')}.`);
    else if (kind === 'number' && !Number.isFinite(Number(text))) wrong.push(`${id} must be a number.`);
    else answers[id] = option ?? text;
  }
  return { answers, wrong };
}

/** Returns the plan as the model sees it: the tools of its step. */
export function planInStep(plan: AgentPlan, flow: ModelFlow): AgentPlan {
  const goal = stepOf(plan, flow);
  const needed = goal && toolOf(plan, goal);
  if (goal?.tools === undefined) return plan;
  const allowed = new Set([...goal.tools, ...(needed === undefined ? [] : [needed])]);
  return { ...plan, tools: plan.tools.filter(({ name }) => allowed.has(name)) };
}
