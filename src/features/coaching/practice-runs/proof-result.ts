import { signTest, wilsonOf } from '../../../statistics/index.ts';
import type { PassRate, ProofResult, ProvenSuite } from '../../../versions/index.ts';
import { coverageOf } from './coverage.ts';
import type { RunUsage, TranscriptLine } from './schema.ts';
import type { RunRow } from './store.ts';

export type ProofRun = Pick<RunRow, 'scenarioUuid' | 'agentVersion' | 'seed' | 'status' | 'verdict' | 'transcript'> &
  Partial<Pick<RunRow, 'usage'>>;

/** Difference of the seeds of two attempts at one run. */
export const retrySeeds = 1_000_000;
export const mostAttempts = 3;

const usualError = 0.05;

interface Proven {
  readonly suite: ProvenSuite;
  readonly versions: { readonly before: number; readonly after: number };
  readonly runs: readonly ProofRun[];
}

/** Counts passed scenarios of both versions. A run without a verdict that was repeated counts as its repetition. */
export function resultOf({ suite, versions, runs }: Proven): ProofResult {
  const countOf = (uuid: string, version: number) => {
    const judgedRuns = runs.filter(
      (run) => run.scenarioUuid === uuid && run.agentVersion === version && run.verdict !== null,
    );
    const bySeed = new Map(judgedRuns.map((run) => [run.seed % retrySeeds, run.verdict]));
    return { passed: [...bySeed.values()].filter((verdict) => verdict === 'pass').length, judged: bySeed.size };
  };
  const scenarios = suite.scenarios.map(({ uuid, name }) => ({
    uuid,
    name,
    before: countOf(uuid, versions.before),
    after: countOf(uuid, versions.after),
  }));
  const isPassed = ({ passed, judged }: { readonly passed: number; readonly judged: number }): boolean =>
    judged === suite.repeats && passed === judged;
  const tokensOf = (version: number) => {
    const usages = runs
      .filter((run) => run.agentVersion === version)
      .flatMap(({ usage }) => (usage ? [usage as RunUsage] : []));
    const sum = (tokens: (usage: RunUsage) => number): number =>
      usages.reduce((total, usage) => total + tokens(usage), 0);
    return {
      prompt: sum((usage) => usage.prompt_tokens),
      completion: sum((usage) => usage.completion_tokens),
      discarded: sum(({ discarded }) => discarded.prompt_tokens + discarded.completion_tokens),
    };
  };
  const rateOf = (side: 'before' | 'after'): PassRate => {
    const judged = scenarios.filter((each) => each[side].judged === suite.repeats);
    const passed = judged.filter((each) => isPassed(each[side])).length;
    const [low, high] = judged.length === 0 ? [null, null] : wilsonOf(passed, judged.length);
    return {
      version: versions[side],
      scenarios: judged.length,
      passed,
      rate: judged.length === 0 ? null : passed / judged.length,
      low,
      high,
      tokens: tokensOf(versions[side]),
      without_verdict: scenarios.length - judged.length,
    };
  };
  const [before, after] = [rateOf('before'), rateOf('after')];
  const both = scenarios.filter((each) => [each.before, each.after].every(({ judged }) => judged === suite.repeats));
  const better = both.filter((each) => isPassed(each.after) && !isPassed(each.before)).length;
  const worse = both.filter((each) => !isPassed(each.after) && isPassed(each.before)).length;
  const played = runs.filter(({ agentVersion, verdict }) => agentVersion === versions.after && verdict !== null);
  const transcripts = played.map(({ transcript }) => transcript as TranscriptLine[]);
  return {
    before,
    after,
    scenarios,
    sentence: sentenceOf({ before, after, better, worse, compared: both.length }),
    ...(suite.steps !== undefined && { coverage: coverageOf(suite.steps, transcripts) }),
  };
}

interface Compared {
  readonly before: PassRate;
  readonly after: PassRate;
  readonly better: number;
  readonly worse: number;
  /** Scenarios with all verdicts of both versions. */
  readonly compared: number;
}

function sentenceOf({ before, after, better, worse, compared }: Compared): string {
  if (compared === 0) return 'No scenario has a verdict in every run, so the versions cannot be compared.';
  const counts = `Version ${after.version} passes ${after.passed} of ${after.scenarios} scenarios, version ${before.version} passes ${before.passed} of ${before.scenarios}`;
  if (better + worse === 0) return `${counts}: no scenario differs.`;
  const changes = `${better} ${better === 1 ? 'is' : 'are'} better and ${worse} ${worse === 1 ? 'is' : 'are'} worse`;
  if (signTest(better, worse) >= usualError) return `${counts}: ${changes}, which may be chance.`;
  return `${counts}: ${changes}. The difference is real.`;
}
