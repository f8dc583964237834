import Builder from 'fast-xml-builder';
import type { Coverage } from './coverage.ts';
import type { Estimate } from './estimates.ts';
import type { PlayedRun } from './play.ts';
import { type CaseResult, costOfRun, type SuiteResult } from './results.ts';
import type { Suite } from './suite.ts';

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const interval = ({ low, high }: Estimate): string => `${Math.round(low * 100)} to ${percent(high)}`;

const runText = ({ seed, uuid, result, reasons }: PlayedRun): string =>
  `seed ${seed}: ${result}${reasons.length === 0 ? '' : `: ${reasons.join('; ')}`} (run ${uuid})`;

/** Returns the report as text. */
export function textReport(result: SuiteResult): string {
  const { cases, k, pass1, passK, passTo, cost } = result;
  const runs = pass1.count;
  const lines = [`${result.name}: ${cases.length} cases, ${runs} runs`];
  for (const outcome of cases) {
    lines.push(`${outcome.isOk ? 'ok     ' : 'FAILED '} ${outcome.name}  ${caseText(outcome)}`);
    for (const run of outcome.runs) if (run.result !== 'passed') lines.push(`        ${runText(run)}`);
  }
  lines.push(`pass^1 ${percent(passTo[0] ?? 0)} (${interval(pass1)}, ${pass1.hits} of ${runs} runs)`);
  if (k > 1) {
    lines.push(
      `pass^${k} ${percent(passTo[k - 1] ?? 0)} (${interval(passK)}, ${passK.hits} of ${passK.count} cases passed all ${k})`,
    );
  }
  const played = cases.reduce((sum, { ms }) => sum + ms, 0);
  lines.push(
    `${seconds(result.wallMs)}, ${seconds(played / Math.max(1, runs))} a run; ${result.invalid} invalid, ${result.retries} retried`,
  );
  if (result.coverage !== undefined) lines.push(...coverageText(result.coverage));
  if (cost !== undefined) lines.push(`${cost.total.toFixed(4)} ${cost.currency}, ${cost.perRun.toFixed(4)} a run`);
  return `${lines.join('\n')}\n`;
}

const coverageText = (coverage: Coverage): string[] =>
  (['steps', 'branches'] as const).map((kind) => {
    const { reached, total, missed } = coverage[kind];
    return `${kind} reached: ${reached} of ${total}${missed.length === 0 ? '' : `; not ${missed.join(', ')}`}`;
  });

function caseText({ passed, runs, ms, needed }: CaseResult): string {
  const scores = runs.flatMap(({ score }) => (score === null ? [] : [score]));
  const mean = scores.length === 0 ? '' : `, score ${Math.round(scores.reduce((a, b) => a + b, 0) / scores.length)}`;
  const least = needed < 1 ? `, ${percent(needed)} needed` : '';
  return `${passed.hits} of ${passed.count} passed (${interval(passed)}${least})${mean}, ${seconds(ms / runs.length)} a run`;
}

const estimateJson = ({ hits, count, rate, low, high }: Estimate) => ({ hits, count, rate, low, high });

/** Returns the report as JSON. Intervals are 95 % Wilson intervals. */
export function jsonReport(result: SuiteResult, prices: Suite['prices']): string {
  const report = {
    suite: result.name,
    ok: result.isOk,
    k: result.k,
    pass_1: estimateJson(result.pass1),
    pass_k: estimateJson(result.passK),
    pass_to_the: result.passTo,
    invalid: result.invalid,
    retries: result.retries,
    wall_ms: Math.round(result.wallMs),
    coverage: result.coverage ?? null,
    cost: result.cost ?? null,
    cases: result.cases.map((each) => ({
      name: each.name,
      ok: each.isOk,
      pass_rate: each.needed,
      passed: estimateJson(each.passed),
      ms: each.ms,
      runs: each.runs.map((run) => ({
        uuid: run.uuid,
        seed: run.seed,
        result: run.result,
        reasons: run.reasons,
        verdict: run.verdict,
        score: run.score,
        ended_reason: run.endedReason,
        retries: run.retries,
        ms: run.ms,
        agent_turns: run.agentTurns,
        talk_ms: run.talkMs,
        cost: prices === undefined ? null : costOfRun(prices, run),
      })),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const builder = new Builder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
});

const inSeconds = (ms: number): string => (ms / 1000).toFixed(3);

/**
 * Returns a JUnit file with one test case per case of the suite. It fails if the case fails, whatever the result of
 * single runs.
 */
export function junitReport(result: SuiteResult): string {
  const failures = result.cases.filter((each) => !each.isOk && !isError(each)).length;
  const errors = result.cases.filter((each) => !each.isOk && isError(each)).length;
  const counts = { '@tests': `${result.cases.length}`, '@failures': `${failures}`, '@errors': `${errors}` };
  const properties = [
    { '@name': 'pass^1', '@value': `${result.passTo[0] ?? 0}` },
    { '@name': `pass^${result.k}`, '@value': `${result.passTo[result.k - 1] ?? 0}` },
    { '@name': 'invalid runs', '@value': `${result.invalid}` },
  ];
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      ...counts,
      testsuite: {
        '@name': result.name,
        ...counts,
        '@time': inSeconds(result.wallMs),
        properties: { property: properties },
        testcase: result.cases.map((each) => caseXml(result.name, each)),
      },
    },
  });
}

/** Every run of the case was invalid. */
const isError = (result: CaseResult): boolean => result.invalid === result.runs.length;

function caseXml(suite: string, result: CaseResult): object {
  const message = caseText(result);
  const detail = result.runs.map(runText).map(printable).join('\n');
  const problem = { '@message': message, '#text': detail };
  return {
    '@classname': suite,
    '@name': result.name,
    '@time': inSeconds(result.ms),
    ...(result.isOk ? {} : isError(result) ? { error: problem } : { failure: problem }),
    'system-out': detail,
  };
}

/** XML 1.0 does not allow other characters. */
const printable = (text: string): string => text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/gu, '');
