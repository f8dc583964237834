import type { Review } from './review-schema.ts';
import type { Run } from './schema.ts';
import type { ListedRun } from './store.ts';

export const toJson = (row: ListedRun, review: Review | null = null): Run => ({
  ...{ uuid: row.uuid, scenario_uuid: row.scenarioUuid, scenario_name: row.scenarioName },
  ...{ persona_uuid: row.personaUuid, target_kind: row.targetKind, target_uuid: row.targetUuid, mode: row.mode },
  ...{ seed: row.seed, agent_opens: row.agentOpens, agent_prompt: row.agentPrompt, agent_model: row.agentModel },
  ...{ status: row.status, verdict: row.verdict, score: row.score, scores: row.scores as Run['scores'] },
  ...{ summary: row.summary, transcript: row.transcript as Run['transcript'], ended_reason: row.endedReason },
  ...{ error: row.error, has_audio: row.hasAudio, metrics: row.metrics as Run['metrics'], created_at: row.createdAt },
  ...{ started_at: row.startedAt, finished_at: row.finishedAt, review },
});
