import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import { wilsonOf } from '../../../statistics/index.ts';
import { endOf, type Judge, type Snapshot, simulationOf, type TranscriptLine } from '../practice-runs/index.ts';
import { kappaOf, type Pair } from './kappa.ts';
import type { Checks, JudgeQuality } from './schema.ts';
import type { JudgeQualityStore, Reviewed } from './store.ts';

export interface JudgeQualityOptions {
  readonly store: JudgeQualityStore;
  /** Judges without reusing an earlier result. */
  readonly judge: Judge;
  readonly now: () => Date;
}

export type JudgeQualityService = ReturnType<typeof createJudgeQuality>;

const least = 20;
const bar = 70;
/** Concurrent judgements: a language model takes seconds for each. */
const atOnce = 4;

/** Measures how far verdicts can be trusted. */
export function createJudgeQuality({ store, judge, now }: JudgeQualityOptions) {
  async function check(
    organisation: OrganisationId,
    { uuid, verdict, snapshot, transcript }: Awaited<ReturnType<JudgeQualityStore['toCheck']>>[number],
  ): Promise<Checks['results'][number] | 'down' | undefined> {
    // A new id instead of the run's, because the judge caches one result for each id.
    const simulation = simulationOf(randomUUID(), snapshot as Snapshot, transcript as TranscriptLine[]);
    const judged = await judge(organisation, simulation);
    if (judged === 'down' || (typeof judged === 'object' && 'refused' in judged)) return 'down';
    if (judged === 'empty' || verdict === null) return undefined;
    const at = now().toISOString();
    const { scores } = endOf(judged, at);
    const row = { uuid: randomUUID(), runUuid: uuid, verdictBefore: verdict, verdictAfter: judged.verdict };
    if (!(await store.add(organisation, { ...row, scoresAfter: scores ?? [], createdAt: at }))) return undefined;
    const { verdictBefore: before, verdictAfter: after } = row;
    return { run_uuid: uuid, verdict_before: before, verdict_after: after, flipped: before !== after };
  }

  return {
    async quality(organisation: OrganisationId): Promise<JudgeQuality> {
      const reviewed = await store.reviewed(organisation);
      const [flips, invalid] = [await store.flips(organisation), await store.invalid(organisation)];
      const verdicts = reviewed.map(({ verdict, reviewedVerdict }): Pair => [verdict, reviewedVerdict ?? verdict]);
      return {
        least,
        verdicts: agreementOf(verdicts),
        criteria: agreementOf(reviewed.flatMap(criteriaOf)),
        flips: rateOf(flips),
        invalid_runs: rateOf(invalid),
      };
    },
    /** Judges runs again. Throws `unavailable` if the judge responds to none of them. */
    async check(organisation: OrganisationId, limit: number): Promise<Checks> {
      const waiting = await store.toCheck(organisation, limit);
      const results: Checks['results'] = [];
      let isDown = false;
      while (waiting.length > 0 && !isDown) {
        for (const checked of await Promise.all(waiting.splice(0, atOnce).map((run) => check(organisation, run)))) {
          if (checked === 'down') isDown = true;
          else if (checked !== undefined) results.push(checked);
        }
      }
      if (isDown && results.length === 0)
        throw new Problem('unavailable', 'The judge does not answer. Try again later.', { 'retry-after': '10' });
      return { results };
    },
  };
}

/**
 * Pairs scores with their review. A score that the person did not change counts as agreement. Criteria without a score
 * on either side are left out.
 */
function criteriaOf({ scores, reviewedScores }: Reviewed): Pair[] {
  const isMet = (score: number): string => (score >= bar ? 'met' : 'missed');
  return scores.flatMap(({ field_id: id, score, max }): Pair[] => {
    const other = reviewedScores.find((each) => each.field_id === id);
    const share = score === null ? null : (100 * score) / max;
    const theirs = other === undefined ? share : other.score;
    return share === null || theirs === null ? [] : [[isMet(share), isMet(theirs)]];
  });
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

function agreementOf(pairs: readonly Pair[]): JudgeQuality['verdicts'] {
  if (pairs.length < least) return { count: pairs.length, agreed: null, kappa: null };
  const kappa = kappaOf(pairs);
  const agreed = pairs.filter(([judge, person]) => judge === person).length / pairs.length;
  return { count: pairs.length, agreed: round(agreed), kappa: kappa === undefined ? null : round(kappa) };
}

function rateOf({ count, hits }: { readonly count: number; readonly hits: number }): JudgeQuality['flips'] {
  if (count < least) return { count, hits, rate: null, low: null, high: null };
  const [low, high] = wilsonOf(hits, count);
  return { count, hits, rate: round(hits / count), low: round(low), high: round(high) };
}
