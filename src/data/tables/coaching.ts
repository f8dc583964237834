import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const runStatuses = ['queued', 'running', 'completed', 'failed', 'timeout'] as const;
export const difficulties = ['easy', 'medium', 'hard', 'adversarial'] as const;
export const targetKinds = ['flow', 'voice_agent', 'workflow', 'human_rep'] as const;
/** Quality of the simulated customer's line in voice runs. */
export const lineQualities = ['clear', 'noisy', 'poor'] as const;
/** The clock that drives a voice run. */
export const runClocks = ['virtual', 'real'] as const;
export const runVerdicts = ['pass', 'partial', 'fail'] as const;
/** Why a run has no verdict. `incomplete`: its job was lost. */
export const runErrorCodes = [
  'customer_mistake',
  'target_missing',
  'timeout',
  'nothing_said',
  'judge_refused',
  'incomplete',
] as const;
export const endedReasons = ['satisfied', 'hangup', 'max_turns', 'agent_ended', 'error'] as const;

export const coachingTables = (c: Columns) => ({
  /** Simulated customers. */
  personas: c.table('personas', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    name: c.text('name').notNull(),
    profile: c.json('profile').notNull(),
    objections: c.json('objections').notNull(),
    hiddenState: c.json('hidden_state').notNull(),
    speechHabits: c.json('speech_habits').notNull(),
    languageCode: c.text('language_code').notNull(),
    voice: c.json('voice').notNull(),
    documentUuids: c.json('document_uuids').notNull(),
    /** The call that the persona was made from. */
    sourceCallUuid: c.text('source_call_uuid'),
    createdAt: c.text('created_at').notNull(),
    version: c.integer('version').notNull().default(1),
  }),
  /** Documents that simulated customers know. */
  coachDocuments: c.table('coach_documents', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    userUuid: c.text('user_uuid').notNull(),
    title: c.text('title').notNull(),
    source: c.text('source', { enum: ['text', 'upload'] }).notNull(),
    /** Null where the text is in a document of the knowledge base. */
    body: c.text('body'),
    kbDocumentUuid: c.text('kb_document_uuid'),
    createdAt: c.text('created_at').notNull(),
  }),
  scenarios: c.table('scenarios', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    personaUuid: c.text('persona_uuid').notNull(),
    name: c.text('name').notNull(),
    situation: c.text('situation').notNull(),
    objective: c.text('objective').notNull(),
    difficulty: c.text('difficulty', { enum: difficulties }).notNull(),
    category: c.text('category'),
    agentOpens: c.flag('agent_opens').notNull(),
    hiddenState: c.json('hidden_state').notNull(),
    stopConditions: c.json('stop_conditions').notNull(),
    /** A rubric category, or the ids of fields; null for every score field. */
    rubric: c.text('rubric'),
    rubricFieldIds: c.json('rubric_field_ids'),
    toolMocks: c.json('tool_mocks').notNull(),
    lineQuality: c.text('line_quality', { enum: lineQualities }).notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Practice calls. */
  practiceRuns: c.table('practice_runs', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    userUuid: c.text('user_uuid').notNull(),
    scenarioUuid: c.text('scenario_uuid').notNull(),
    scenarioName: c.text('scenario_name').notNull(),
    personaUuid: c.text('persona_uuid').notNull(),
    targetKind: c.text('target_kind', { enum: targetKinds }).notNull(),
    /** Null in live practice without a target. */
    targetUuid: c.text('target_uuid'),
    mode: c.text('mode', { enum: ['text', 'voice'] }).notNull(),
    /** Null in text runs and in live practice. */
    clock: c.text('clock', { enum: runClocks }),
    seed: c.integer('seed').notNull(),
    agentOpens: c.flag('agent_opens').notNull(),
    agentPrompt: c.text('agent_prompt'),
    agentModel: c.text('agent_model'),
    status: c.text('status', { enum: runStatuses }).notNull(),
    verdict: c.text('verdict', { enum: runVerdicts }),
    score: c.integer('score'),
    /** Persona, scenario, rubric and documents at the time the run was created. */
    snapshot: c.json('snapshot').notNull(),
    transcript: c.json('transcript').notNull(),
    scores: c.json('scores').notNull(),
    summary: c.text('summary'),
    endedReason: c.text('ended_reason', { enum: endedReasons }),
    error: c.text('error'),
    errorCode: c.text('error_code', { enum: runErrorCodes }),
    /** Criteria that the original call of the scenario failed, in a run that tests them again. */
    proves: c.json('proves'),
    hasAudio: c.flag('has_audio').notNull(),
    /** Set in voice runs. */
    metrics: c.json('metrics'),
    /** Tokens of the agent's language models; null if none was asked. */
    usage: c.json('usage'),
    /** Set in live practice. */
    sessionUuid: c.text('session_uuid'),
    sessionExpiresAt: c.text('session_expires_at'),
    createdAt: c.text('created_at').notNull(),
    startedAt: c.text('started_at'),
    finishedAt: c.text('finished_at'),
    /** The version of the agent under test; null for the one that calls use when the run starts. */
    agentVersion: c.integer('agent_version'),
    /** The proof that the run belongs to. */
    proofUuid: c.text('proof_uuid'),
  }),
  /** Users' decisions about runs, beside those of the judge. */
  practiceReviews: c.table('practice_reviews', {
    runUuid: c.text('run_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    userUuid: c.text('user_uuid').notNull(),
    /** Null where the user agrees with the judge's verdict. */
    verdict: c.text('verdict', { enum: runVerdicts }),
    /** Scores that differ from the judge's. */
    scores: c.json('scores').notNull(),
    reason: c.text('reason').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  /** A language model's rewordings of the lines of simulated customers. */
  practiceWordings: c.table('practice_wordings', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    digest: c.text('digest').notNull(),
    text: c.text('text').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  /** Runs that were judged a second time. */
  judgeChecks: c.table('judge_checks', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    runUuid: c.text('run_uuid').notNull(),
    verdictBefore: c.text('verdict_before', { enum: runVerdicts }).notNull(),
    verdictAfter: c.text('verdict_after', { enum: runVerdicts }).notNull(),
    scoresAfter: c.json('scores_after').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
});
