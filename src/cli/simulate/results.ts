import type { CoveredStep } from './coach-client.ts';
import { type Coverage, coverageOf } from './coverage.ts';
import { type Estimate, estimateOf, passToThe } from './estimates.ts';
import type { PlayedRun } from './play.ts';
import type { Suite } from './suite.ts';

export interface CaseResult {
  readonly name: string;
  readonly isOk: boolean;
  readonly needed: number;
  readonly passed: Estimate;
  readonly runs: readonly PlayedRun[];
  readonly invalid: number;
  readonly ms: number;
}

export interface SuiteResult {
  readonly name: string;
  readonly isOk: boolean;
  readonly cases: readonly CaseResult[];
  /** The smallest number of runs of any case. */
  readonly k: number;
  /** Pass rate of single runs. */
  readonly pass1: Estimate;
  /** Share of cases in which all of the first k runs passed. */
  readonly passK: Estimate;
  /** pass^j for j from 1 to k, estimated from all runs. */
  readonly passTo: readonly number[];
  readonly invalid: number;
  readonly retries: number;
  readonly wallMs: number;
  /** Undefined if no target has branches. */
  readonly coverage: Coverage | undefined;
  readonly cost: { readonly currency: string; readonly total: number; readonly perRun: number } | undefined;
}

/** Computes the results of a suite from its runs. `flows`: the steps of the targets, by UUID. */
export function resultOf(
  suite: Suite,
  runs: readonly PlayedRun[],
  {
    wallMs,
    flows = new Map(),
  }: { readonly wallMs: number; readonly flows?: ReadonlyMap<string, readonly CoveredStep[]> },
): SuiteResult {
  const cases = suite.cases.map((suiteCase): CaseResult => {
    const playedRuns = runs.filter((run) => run.case === suiteCase.name);
    const passed = estimateOf(passes(playedRuns), playedRuns.length) as Estimate;
    const needed = suiteCase.pass_rate ?? suite.pass_rate ?? 1;
    return {
      name: suiteCase.name,
      passed,
      needed,
      runs: playedRuns,
      invalid: playedRuns.filter(({ result }) => result === 'invalid').length,
      isOk: passed.rate >= needed,
      ms: playedRuns.reduce((sum, { ms }) => sum + ms, 0),
    };
  });
  const k = Math.min(...cases.map((each) => each.runs.length));
  const counts = cases.map(({ passed }) => ({ passed: passed.hits, runs: passed.count }));
  const whole = cases.filter((each) => passes(each.runs.slice(0, k)) === k).length;
  return {
    name: suite.name,
    isOk: cases.every(({ isOk }) => isOk),
    cases,
    k,
    wallMs,
    pass1: estimateOf(passes(runs), runs.length) as Estimate,
    passK: estimateOf(whole, cases.length) as Estimate,
    passTo: Array.from({ length: k }, (_, at) => passToThe(at + 1, counts) as number),
    invalid: runs.filter(({ result }) => result === 'invalid').length,
    retries: runs.reduce((sum, { retries }) => sum + retries, 0),
    coverage: coverageOf(flows, runs),
    cost: costOf(suite.prices, runs),
  };
}

const passes = (runs: readonly PlayedRun[]): number => runs.filter(({ result }) => result === 'passed').length;

export function costOfRun(prices: NonNullable<Suite['prices']>, { talkMs, agentTurns }: PlayedRun): number {
  return prices.per_run + (prices.per_minute * talkMs) / 60_000 + prices.per_turn * agentTurns;
}

function costOf(prices: Suite['prices'], runs: readonly PlayedRun[]): SuiteResult['cost'] {
  if (prices === undefined) return undefined;
  const total = runs.reduce((sum, run) => sum + costOfRun(prices, run), 0);
  return { currency: prices.currency, total, perRun: total / runs.length };
}
