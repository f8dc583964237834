import { parseJson } from '../../kit/parse-json.ts';
import type { AgentRequest, ScriptGoal, ScriptTest } from '../../line/agent.ts';
import { alternativesOf } from '../../line/script.ts';

/** The result of a tool. */
export interface ToolOutcome {
  readonly ok: boolean;
  readonly text: string;
}

/** What the branches of a step depend on. */
export interface FlowFacts {
  /** Answers so far, by id of the question. */
  readonly answers: Readonly<Record<string, string>>;
  /** Latest results, by name of the tool. */
  readonly results: Readonly<Record<string, ToolOutcome>>;
  /** How clearly the caller's words express the intent of a test, 0 to 1. */
  readonly expressed: ReadonlyMap<ScriptTest, number>;
}

/** Minimum score of an intent at the end of a step, and in the middle of one. */
const intentFloor = { atEnd: 0.5, inside: 0.66 } as const;

type Place = Pick<AgentRequest, 'plan' | 'nowMs'>;

/** Returns the position of the first branch that applies; undefined if none does. */
export function branchAt(goal: ScriptGoal, place: Place, facts: FlowFacts): number | undefined {
  const index = (goal.next ?? []).findIndex(({ when = [] }) =>
    when.every((test) => holds(test, place, facts, intentFloor.atEnd)),
  );
  return index < 0 ? undefined : index;
}

/** Returns the first branch that the caller's words lead to before the step is over. */
export function branchInside(goal: ScriptGoal, place: Place, facts: FlowFacts): number | undefined {
  const index = (goal.next ?? []).findIndex(
    ({ when = [] }) =>
      when.some((test) => isMeant(test, facts)) && when.every((test) => holds(test, place, facts, intentFloor.inside)),
  );
  return index < 0 ? undefined : index;
}

/** Returns the branch that a failed tool leads to: one that tests the tool. */
export function branchOfFailure(goal: ScriptGoal, tool: string, place: Place, facts: FlowFacts): number | undefined {
  const index = branchAt(goal, place, facts);
  const tests = index === undefined ? [] : (goal.next?.[index]?.when ?? []);
  const isOfTool = (test: ScriptTest): boolean =>
    test.tool === tool && holdsAlone(test, place, facts, intentFloor.atEnd);
  return tests.flatMap(alternativesOf).some(isOfTool) ? index : undefined;
}

/** Whether the caller's words, rather than another alternative, make the test hold in the middle of a step. */
const isMeant = (test: ScriptTest, { expressed }: FlowFacts): boolean =>
  alternativesOf(test).some((each) => (expressed.get(each) ?? 0) >= intentFloor.inside);

const holds = (test: ScriptTest, place: Place, facts: FlowFacts, floor: number): boolean =>
  alternativesOf(test).some((each) => holdsAlone(each, place, facts, floor));

function holdsAlone(test: ScriptTest, { plan, nowMs }: Place, facts: FlowFacts, floor: number): boolean {
  if (test.intent !== undefined) return (facts.expressed.get(test) ?? 0) >= floor;
  if (test.time !== undefined) return isWithin(test.time, nowMs, plan.timezone);
  if (test.language !== undefined) return primary(test.language) === primary(plan.languageCode);
  if (test.slot !== undefined) return compares(facts.answers[test.slot], test);
  if (test.contact !== undefined) return compares(plan.contact[test.contact], test);
  const outcome = test.tool === undefined ? undefined : facts.results[test.tool];
  if (test.ok !== undefined && outcome?.ok !== test.ok) return false;
  const isCompared = [test.is, test.not, test.min, test.max, test.known].some((each) => each !== undefined);
  return isCompared ? compares(outcome && valueIn(outcome.text, test.field), test) : outcome !== undefined;
}

function compares(value: string | undefined, { is, not, min, max, known: isKnown }: ScriptTest): boolean {
  const text = plain(value ?? '');
  if (isKnown !== undefined && isKnown !== (text !== '')) return false;
  if (not?.some((each) => plain(each) === text) === true) return false;
  if (is !== undefined && !is.some((each) => plain(each) === text)) return false;
  if (min === undefined && max === undefined) return true;
  const number = text === '' ? Number.NaN : Number(text);
  return number >= (min ?? Number.NEGATIVE_INFINITY) && number <= (max ?? Number.POSITIVE_INFINITY);
}

const plain = (text: string): string => text.trim().toLowerCase();

const primary = (code: string): string => code.toLowerCase().split(/[-_]/)[0] as string;

/** Returns the value at the path in a JSON text; undefined if there is none. */
function valueIn(text: string, field: string | undefined): string | undefined {
  if (field === undefined) return text;
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  for (const key of field.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

function isWithin({ from, to, days }: NonNullable<ScriptTest['time']>, nowMs: number, timeZone: string): boolean {
  const { clock, day } = localTime(nowMs, timeZone);
  const start = from ?? '00:00';
  const end = to ?? '24:00';
  if (start < end) return isOneOf(days, day) && clock >= start && clock < end;
  // Over midnight: the early hours belong to the day before.
  if (clock >= start) return isOneOf(days, day);
  return clock < end && isOneOf(days, day === 1 ? 7 : day - 1);
}

const isOneOf = (days: readonly number[] | undefined, day: number): boolean => days === undefined || days.includes(day);

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function localTime(nowMs: number, timeZone: string): { readonly clock: string; readonly day: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  return { clock: `${parts.hour}:${parts.minute}`, day: weekdays.indexOf(parts.weekday ?? '') + 1 };
}
