import { invariant } from '../../../../media/kit/invariant.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import { type Transcript, withPerson } from '../../../transcripts/transcript.ts';
import { analysisOf, editsOf, type InteractionRow, keyDetailsOf, type Ref } from '../../analysis/index.ts';
import type { Personas } from '../personas/index.ts';
import type { Proves, Runs } from '../practice-runs/index.ts';
import type { createRubrics, Scenarios } from '../scenarios/index.ts';
import type { DraftScenario } from './draft.ts';
import type { CallScenario, CallScenarioBody } from './schema.ts';

interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export interface CallScenariosOptions {
  readonly calls: {
    get(viewer: Viewer, ref: Ref): Promise<InteractionRow | undefined>;
    transcript(row: InteractionRow): Promise<Transcript | undefined>;
  };
  readonly personas: Pick<Personas, 'add' | 'remove'>;
  readonly scenarios: Pick<Scenarios, 'add'>;
  readonly rubrics: Pick<Rubrics, 'criteria'>;
  /** Starts a run. Throws if its target does not exist, or if too many runs are waiting. */
  readonly runs: Pick<Runs, 'add'>;
  readonly draftScenario: DraftScenario;
}

type Rubrics = ReturnType<typeof createRubrics>;
export type CallScenarios = ReturnType<typeof createCallScenarios>;

/** Score from which a criterion counts as met. */
const bar = 70;

/** Creates scenarios from finished calls. */
export function createCallScenarios(options: CallScenariosOptions) {
  const { calls, personas, scenarios, rubrics, runs, draftScenario } = options;

  async function prove(
    viewer: Viewer,
    scenario_uuid: string,
    { row, failed }: { readonly row: InteractionRow; readonly failed: Proves },
  ): Promise<CallScenario['proof']> {
    const target_uuid = row.flowUuid ?? row.voiceAgentUuid;
    if (failed.length === 0) return { run_uuid: null, reason: 'The call failed no criterion.' };
    if (target_uuid === null) return { run_uuid: null, reason: 'The call was not held by an agent of this server.' };
    const target_kind = row.flowUuid === null ? 'voice_agent' : 'flow';
    try {
      const body = { scenario_uuid, target_uuid, target_kind, mode: 'text', seed: 1 } as const;
      return { run_uuid: (await runs.add(viewer, body, failed)).uuid, reason: null };
    } catch (error) {
      if (error instanceof Problem) return { run_uuid: null, reason: error.message };
      throw error;
    }
  }

  return {
    async add(viewer: Viewer, { call_uuid: uuid, name, prove: isProven }: CallScenarioBody): Promise<CallScenario> {
      const organisation = viewer.organisationId;
      const row = await calls.get(viewer, { uuid });
      if (row === undefined) throw new Problem('not_found', `Call ${uuid} does not exist.`);
      const transcript = row.status === 'completed' ? await calls.transcript(row) : undefined;
      if (transcript === undefined)
        throw new Problem('conflict', 'The call has not been analysed yet. Try again when its analysis is complete.');
      if (!transcript.some(({ speaker }) => speaker !== 'agent'))
        throw new Problem('conflict', 'The customer said nothing in this call.');
      const withAgent = partWithAgent(transcript);
      if (!withAgent.some(({ speaker }) => speaker !== 'agent'))
        throw new Problem('conflict', 'The customer spoke only with a person in this call, not with the agent.');
      const judged = judgedOf(row, await rubrics.criteria(organisation));
      const failed = judged.filter(({ score }) => score < bar);
      const draft = await draftScenario(sourceOf(row, withAgent), { organisation });
      const persona = await personas.add(organisation, draft.persona, { sourceCallUuid: row.uuid });
      invariant(!('unknownDocument' in persona), 'a persona without documents has an unknown one');
      try {
        const scenario = await scenarios.add(organisation, {
          ...draft.scenario,
          persona_uuid: persona.uuid,
          name: name ?? draft.scenario.name,
          ...(judged.length === 0 ? {} : { rubric_field_ids: judged.map(({ field_id }) => field_id) }),
        });
        const proof = isProven === true ? await prove(viewer, scenario.uuid, { row, failed }) : null;
        return { scenario, persona, failed_fields: failed, replaced: draft.replaced, proof };
      } catch (error) {
        await personas.remove(organisation, persona.uuid);
        throw error;
      }
    },
  };
}

/** Leaves out what a person said in place of the agent, and the customer's replies to them. */
function partWithAgent(transcript: Transcript): Transcript {
  const isPersons = withPerson(transcript);
  return transcript.filter((_, index) => isPersons[index] !== true);
}

const sourceOf = (row: InteractionRow, transcript: Transcript) => ({
  uuid: row.uuid,
  transcript,
  outcome: row.outcome,
  sentiment: row.sentiment,
  languageCode: row.languageCode ?? 'en-US',
  // The name of a voice agent is not personal data.
  names: [row.customerName, row.voiceAgentUuid === null ? row.agentName : null].filter((name) => name !== null),
  phones: row.customerPhone === null ? [] : [row.customerPhone],
});

/**
 * Returns the criteria of the call with their scores, worst first. A phrase that the agent should have said, but did
 * not, scores 0.
 */
function judgedOf(row: InteractionRow, criteria: Awaited<ReturnType<Rubrics['criteria']>>) {
  const { qms_scores: scores } = keyDetailsOf(analysisOf(row), editsOf(row));
  return criteria
    .flatMap(({ id, key, name, options }) => {
      const isAsked = options.some((option) => !/^if\s/i.test(option));
      const score = scores[key] ?? (isAsked ? 0 : undefined);
      return score === undefined ? [] : [{ field_id: `${id}`, name, score }];
    })
    .sort((a, b) => a.score - b.score)
    .slice(0, 50);
}
