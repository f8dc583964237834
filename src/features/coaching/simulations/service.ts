import { randomUUID } from 'node:crypto';
import { invariant } from '../../../../media/kit/invariant.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { CurrentModel } from '../../../llm/index.ts';
import type { WorkOptions } from '../../../threads/index.ts';
import { turnsOfGiven } from '../../analysis/index.ts';
import { judgeByModel } from './judge-by-model.ts';
import type { ReadPractice } from './read-practice.ts';
import type { Judged, Score, Simulation } from './schema.ts';
import type { SimulationStore } from './store.ts';
import { verdictOf } from './verdict.ts';

export interface SimulationsOptions {
  readonly store: SimulationStore;
  /** Without one, rules judge. */
  readonly languageModel: CurrentModel;
  readonly readPractice: ReadPractice;
  readonly now: () => Date;
}

/** What the thread that reads the call needs. */
const judgedPart = ({ objective, rubric_fields, language_code }: Simulation) => ({
  objective,
  rubric_fields,
  ...(language_code === undefined ? {} : { language_code }),
});

export type Simulations = ReturnType<typeof createSimulations>;

/** Judges practice calls with the analysis of recorded calls. */
export function createSimulations({ store, languageModel, readPractice, now }: SimulationsOptions) {
  /** Judges without storing the result. */
  async function judgeAnew(
    simulation: Simulation,
    calledAt: string,
    options: WorkOptions,
  ): Promise<Judged | 'empty' | 'down'> {
    const turns = turnsOfGiven(simulation.transcript);
    if (turns.length === 0) return 'empty';
    const model = await languageModel(options.organisation);
    const isMeasured = simulation.rubric_fields.some(({ measure }) => measure !== null);
    const practice = {
      simulation: judgedPart(simulation),
      turns,
      calledAt,
      byRules: model === undefined || isMeasured,
    };
    const { transcript, analysis, findings: byRules } = await readPractice(practice, options);
    const findings = model === undefined ? byRules : await judgeByModel(model, simulation, transcript);
    invariant(findings !== undefined, 'rules judged nothing');
    if (findings === 'down') return 'down';
    // A measurement outranks the opinion of a model.
    const measured = byRules ?? findings;
    const scores = simulation.rubric_fields
      .filter(({ field_type }) => field_type === 'score')
      .map((criterion) =>
        scoreOf(criterion, (criterion.measure === null ? findings : measured).scores.get(criterion.id)),
      );
    const qms = scores.flatMap(({ field_id, score }) => (score === null ? [] : [[field_id, score] as const]));
    return {
      simulation_id: randomUUID(),
      verdict: verdictOf(findings.objectiveMet, scores),
      objective_met: findings.objectiveMet,
      scores,
      extraction: extractionOf(simulation, analysis),
      qms_scores: Object.fromEntries(qms),
      summary: analysis.summary.map(({ text }) => text).join(' '),
    };
  }

  return {
    judgeAnew: (organisation: OrganisationId, simulation: Simulation) =>
      judgeAnew(simulation, now().toISOString(), { organisation }),
    /** Returns the stored result if the run was judged before. */
    async judge(
      organisation: OrganisationId,
      simulation: Simulation,
      signal?: AbortSignal,
    ): Promise<Judged | 'empty' | 'down'> {
      const storedJudgement = await store.get(organisation, simulation.run_uuid);
      if (storedJudgement !== undefined) return storedJudgement;
      const at = now().toISOString();
      const result = await judgeAnew(simulation, at, { organisation, signal });
      return typeof result === 'string' ? result : store.add(organisation, simulation.run_uuid, result, at);
    },
  };
}

function scoreOf(
  { id, name, bar }: Simulation['rubric_fields'][number],
  finding:
    | {
        readonly score: Score['score'];
        readonly rationale: string;
        readonly evidence: readonly Score['evidence'][number][];
      }
    | undefined,
): Score {
  const rationale =
    finding?.rationale ?? 'The criterion has no phrases to look for. Add options, or configure a model.';
  return {
    field_id: id,
    name,
    score: finding?.score ?? null,
    max: 100,
    bar,
    rationale,
    evidence: [...(finding?.evidence ?? [])],
  };
}

/** Returns the values that were found, by group and field. */
function extractionOf(
  { rubric_fields: rubricFields }: Simulation,
  { fields }: { readonly fields: readonly { readonly key: string; readonly value: unknown }[] },
): Judged['extraction'] {
  const extraction: Record<string, Record<string, unknown>> = {};
  for (const { id, group, field_type } of rubricFields) {
    const value = fields.find(({ key }) => key === id)?.value ?? null;
    if (field_type !== 'score' && value !== null) extraction[group] = { ...extraction[group], [id]: value };
  }
  return extraction;
}
