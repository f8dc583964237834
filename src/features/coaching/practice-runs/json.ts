import type { Review } from './review-schema.ts';
import type { Proves, Run, RunScore } from './schema.ts';
import type { ListedRun } from './store.ts';

export const toJson = (row: ListedRun, review: Review | null = null): Run => ({
  uuid: row.uuid,
  scenario_uuid: row.scenarioUuid,
  scenario_name: row.scenarioName,
  persona_uuid: row.personaUuid,
  target_kind: row.targetKind,
  target_uuid: row.targetUuid,
  mode: row.mode,
  clock: row.clock,
  seed: row.seed,
  agent_opens: row.agentOpens,
  agent_prompt: row.agentPrompt,
  agent_model: row.agentModel,
  agent_version: row.agentVersion,
  proof_uuid: row.proofUuid,
  status: row.status,
  verdict: row.verdict,
  score: row.score,
  scores: row.scores as Run['scores'],
  summary: row.summary,
  transcript: row.transcript as Run['transcript'],
  ended_reason: row.endedReason,
  error: row.error,
  error_code: row.errorCode,
  proof: proofOf(row),
  has_audio: row.hasAudio,
  metrics: row.metrics as Run['metrics'],
  usage: row.usage as Run['usage'],
  created_at: row.createdAt,
  started_at: row.startedAt,
  finished_at: row.finishedAt,
  review,
});

const bar = 70;

function proofOf({ proves, scores }: ListedRun): Run['proof'] {
  if (proves === null) return null;
  return (proves as Proves).map(({ field_id, name, score: call_score }) => {
    const runScore = (scores as RunScore[]).find((each) => each.field_id === field_id);
    const score =
      runScore === undefined || runScore.score === null ? null : Math.round((100 * runScore.score) / runScore.max);
    return { field_id, name, call_score, score, failed_again: score === null ? null : score < bar };
  });
}
