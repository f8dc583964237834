import type { OrganisationId } from '../../../data/index.ts';
import type { Criterion } from '../scenarios/index.ts';
import type { Judged, Simulation } from '../simulations/index.ts';
import type { RunScore, TranscriptLine } from './schema.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunEnd } from './store.ts';

/** The judge's permanent refusal of a run; a retry cannot succeed. */
export interface Refusal {
  readonly refused: string;
}

/**
 * Judges a run once: the same run returns the stored result. `down`: the judge is unavailable; `empty`: nothing was
 * said.
 */
export type Judge = (
  organisation: OrganisationId,
  simulation: Simulation,
) => Promise<Judged | Refusal | 'empty' | 'down'>;

const fieldOf = ({
  id,
  name,
  group,
  description,
  options,
  measure,
}: Criterion): Simulation['rubric_fields'][number] => ({
  id: `${id}`,
  name,
  field_type: 'score',
  group,
  description,
  options,
  measure: measure ?? null,
  bar: 70,
});

/** A judge requires at least one field; the value of this one is not used. */
const nothingAsked: Simulation['rubric_fields'][number] = {
  id: 'next_action',
  name: 'Next action',
  field_type: 'text',
  group: 'call',
  description: '',
  options: [],
  measure: null,
  bar: 70,
};

export function simulationOf(runUuid: string, snapshot: Snapshot, transcript: readonly TranscriptLine[]): Simulation {
  const { persona, scenario, criteria } = snapshot;
  const fields = criteria.map(fieldOf);
  return {
    run_uuid: runUuid,
    transcript: transcript.map(({ speaker, text, timestamp }) => ({ speaker, text, timestamp })),
    objective: scenario.objective,
    hidden_state: { persona: persona.hidden_state, scenario: scenario.hidden_state },
    objections: [...persona.objections],
    rubric_fields: fields.length > 0 ? fields.slice(0, 50) : [nothingAsked],
    language_code: persona.language_code,
  };
}

/** Converts a judgement to the end of its run. */
export function endOf({ verdict, scores, summary }: Judged, at: string): RunEnd {
  const runScores: RunScore[] = scores.map(({ field_id, name, score, max, rationale, evidence }) => ({
    field_id,
    name,
    score,
    max,
    rationale,
    evidence,
  }));
  const shares = runScores.flatMap(({ score, max }) => (score === null ? [] : [(100 * score) / max]));
  const mean = shares.length === 0 ? null : Math.round(shares.reduce((sum, share) => sum + share, 0) / shares.length);
  return { status: 'completed', verdict, scores: runScores, score: mean, summary, finishedAt: at };
}
