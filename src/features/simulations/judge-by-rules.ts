import { analyse } from '../../analysis/analyse.ts';
import type { Analysis, Field } from '../../analysis/types.ts';
import type { Transcript } from '../../transcripts/transcript.ts';
import type { Simulation } from './schema.ts';

/** What a judge found; `scores` by the id of the field. */
export interface Findings {
  readonly objectiveMet: boolean;
  readonly scores: ReadonlyMap<string, Finding>;
}

export interface Finding {
  readonly score: number;
  readonly evidence: readonly number[];
  readonly rationale: string;
}

const successes = ['resolved', 'follow_up_scheduled', 'visit_scheduled', 'interested'];

/** What an objective asks for, by words that it has. The first that matches decides. */
const wanted: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(visit|appointment|demo|meeting|viewing|book)/i, ['visit_scheduled']],
  [/\b(follow[- ]?up|call ?back|callback)/i, ['follow_up_scheduled', 'visit_scheduled']],
  [/\b(resolve|fix|solve|refund|complaint)/i, ['resolved']],
  [/\b(escalat|transfer|hand over)/i, ['escalated']],
];

const fieldsOf = ({ rubric_fields }: Simulation): Field[] =>
  rubric_fields.map(({ id, name, group, field_type: type, options, description }) => ({
    ...{ key: id, name, group, type, options, description },
  }));

/** As recorded calls are analysed. */
export function analysisOf(simulation: Simulation, transcript: Transcript, calledAt: string): Analysis {
  const facts = { calledAt, utcOffsetMinutes: 0, connected: true, voicemail: false, transferred: false };
  return analyse(transcript, fieldsOf(simulation), facts);
}

/** Without a language model: the outcome decides on the objective, the phrases of a criterion on its score. */
export function judgeByRules(simulation: Simulation, analysis: Analysis): Findings {
  const { objective } = simulation;
  const outcomes = wanted.find(([words]) => words.test(objective))?.[1] ?? successes;
  const scores = new Map<string, Finding>();
  for (const { id, field_type, options } of simulation.rubric_fields) {
    if (field_type !== 'score') continue;
    const found = analysis.fields.find(({ key }) => key === id);
    if (typeof found?.value === 'number') {
      const evidence = [...new Set(found.evidence.map(({ turn }) => turn))];
      const said =
        options.length === 0 ? 'The agent did so.' : `The agent said ${found.evidence.length} of ${options.length}.`;
      scores.set(id, { score: found.value, evidence, rationale: said });
    } else if (options.length > 0)
      scores.set(id, { score: 0, evidence: [], rationale: `The agent said none of ${options.length}.` });
  }
  return { objectiveMet: analysis.outcome !== null && outcomes.includes(analysis.outcome.value), scores };
}
