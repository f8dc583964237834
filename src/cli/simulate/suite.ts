import { type Document, isMap, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { endedReasons, runVerdicts } from '../../data/index.ts';
import { newField } from '../../features/analysis/extraction-fields/index.ts';
import { newPersona } from '../../features/coaching/personas/index.ts';
import { newScenario } from '../../features/coaching/scenarios/index.ts';
import { lineOf } from '../../http/fields.ts';

const mostRuns = 2000;
const mostRepeats = 100;
const mostParallel = 32;
const mostRunsText = `must not play more than ${mostRuns.toLocaleString('en')} runs`;

const name = lineOf(200);
const mode = z.enum(['text', 'voice'], { error: 'must be text or voice' });
const targetKind = z.enum(['flow', 'workflow', 'voice_agent'], { error: 'must be flow, workflow or voice_agent' });
const repeat = z.number().int().min(1).max(mostRepeats, `must be at most ${mostRepeats}`);

/** A score field of call analysis. Created on a server that the command starts; must exist on any other. */
const criterion = z.strictObject({
  key: newField.shape.key,
  name: newField.shape.name,
  group: newField.shape.group,
  options: newField.shape.options,
  description: newField.shape.description,
});

const expectation = z.strictObject({
  /** Verdicts that pass. */
  verdict: z.array(z.enum(runVerdicts)).min(1).default(['pass']),
  /** Minimum score that passes, 0 to 100. */
  min_score: z.number().int().min(0).max(100).exactOptional(),
  /** Ways to end that pass; any by default. */
  ended: z.array(z.enum(endedReasons)).min(1).exactOptional(),
});

/** Settings of a run, given for all cases or for a single one. */
const settings = {
  /** Name or UUID of the agent under test. */
  target: name.exactOptional(),
  target_kind: targetKind.exactOptional(),
  mode: mode.exactOptional(),
  /** Runs per case, each with its own seed. */
  repeat: repeat.exactOptional(),
  /** Seed of the first run of a case; each further run adds 1. */
  seed: z.number().int().exactOptional(),
  /** Share of a case's runs that must pass. */
  pass_rate: z.number().min(0).max(1).exactOptional(),
  agent_prompt: z.string().max(20_000).exactOptional(),
  agent_model: name.exactOptional(),
  proxy_model: name.exactOptional(),
};

const { persona_uuid: _persona, rubric_overrides: _overrides, name: _name, ...scenarioFields } = newScenario.shape;
const scenario = z.strictObject({ name: name.exactOptional(), ...scenarioFields });

const suiteCase = z
  .strictObject({
    name,
    ...settings,
    /** The key of a persona in `personas`. */
    persona: z.string().exactOptional(),
    scenario: scenario.exactOptional(),
    /** UUID of a scenario on the server. */
    scenario_uuid: z.string().min(1).max(200).exactOptional(),
    expect: expectation.prefault({}),
  })
  .refine(({ scenario, scenario_uuid }) => (scenario === undefined) !== (scenario_uuid === undefined), {
    error: 'must have either scenario or scenario_uuid',
  })
  .refine(({ scenario, persona }) => (scenario === undefined) === (persona === undefined), {
    error: 'must have persona together with scenario, and without scenario_uuid',
  });

const prices = z.strictObject({
  currency: z.string().min(1).max(12).default('USD'),
  per_run: z.number().min(0).default(0),
  /** Price per minute of conversation. */
  per_minute: z.number().min(0).default(0),
  /** Price per agent turn. */
  per_turn: z.number().min(0).default(0),
});

const suite = z
  .strictObject({
    name,
    ...settings,
    parallel: z.number().int().min(1).max(mostParallel, `must be at most ${mostParallel}`).default(4),
    criteria: z.array(criterion).max(50).default([]),
    personas: z.record(z.string(), z.strictObject(newPersona.shape)).default({}),
    /** Cost of a run, for the report. */
    prices: prices.exactOptional(),
    cases: z.array(suiteCase).min(1, 'must have at least one case').max(200, 'must have at most 200 cases'),
  })
  .superRefine((given, context) => {
    const add = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const names = new Set<string>();
    let runs = 0;
    for (const [index, one] of given.cases.entries()) {
      if (names.has(one.name)) add(['cases', index, 'name'], `repeats the name "${one.name}"`);
      names.add(one.name);
      if (one.persona !== undefined && !Object.hasOwn(given.personas, one.persona))
        add(['cases', index, 'persona'], `names "${one.persona}", which is not in personas`);
      if (one.target === undefined && given.target === undefined)
        add(['cases', index], 'must have a target, or the suite must');
      runs += one.repeat ?? given.repeat ?? 1;
    }
    if (runs > mostRuns) add(['cases'], mostRunsText);
  });

export type Suite = z.output<typeof suite>;
export type SuiteCase = Suite['cases'][number];

export interface SuiteProblem {
  readonly line: number;
  readonly column: number;
  /** For example `cases[0].name`; empty for a syntax error. */
  readonly path: string;
  readonly message: string;
}

export type ReadSuite =
  | { readonly ok: true; readonly suite: Suite }
  | { readonly ok: false; readonly problems: readonly SuiteProblem[] };

/** Parses a suite file. Each problem has a line and a column. */
export function readSuite(text: string): ReadSuite {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const place = (offset: number) => {
    const { line, col: column } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, column) };
  };
  if (document.errors.length > 0)
    return {
      ok: false,
      problems: document.errors.map(({ pos, message }) => ({ ...place(pos[0]), path: '', message })),
    };
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // Aliases that expand excessively.
    return { ok: false, problems: [{ ...place(0), path: '', message: (error as Error).message }] };
  }
  const read = suite.safeParse(value);
  if (read.success) return { ok: true, suite: read.data };
  const problems = read.error.issues.flatMap((issue) => problemsOf(issue, document, place));
  return { ok: false, problems: problems.sort((a, b) => a.line - b.line || a.column - b.column) };
}

function problemsOf(
  issue: z.core.$ZodIssue,
  document: Document,
  place: (offset: number) => { line: number; column: number },
): SuiteProblem[] {
  const path = issue.path.filter((key): key is string | number => typeof key !== 'symbol');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      ...place(offsetOf(document, [...path, key])),
      path: pathText([...path, key]),
      message: 'is not a known field',
    }));
  return [{ ...place(offsetOf(document, path)), path: pathText(path), message: issue.message }];
}

/** Returns the offset of the key of an entry, of an item, or of the nearest existing ancestor. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const key = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(
        (one) => isPair(one) && isScalar(one.key) && String(one.key.value) === String(key),
      );
      if (pair !== undefined && isNode(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  const { contents } = document;
  return isNode(contents) && contents.range ? contents.range[0] : 0;
}

const pathText = (path: readonly (string | number)[]): string =>
  path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${key}`)).join('');
