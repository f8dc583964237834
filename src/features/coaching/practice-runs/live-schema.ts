import { z } from 'zod';
import { runStatuses } from '../../../data/index.ts';
import { pageFields, requiredId } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { scenarioSchema } from '../scenarios/index.ts';

export const newSession = z.object({
  scenario_uuid: requiredId('scenario_uuid is missing'),
  /** Flow whose agent the person replaces. */
  target_uuid: z.string().max(200).nullish(),
  /** Language of the customer; defaults to the persona's. */
  language_code: z.string().max(35).nullish(),
});
export type NewSession = z.output<typeof newSession>;

export const openedSession = z.object({
  session_uuid: z.string(),
  run_uuid: z.string(),
  /** URL of the stream, in the browser dialect. */
  ws_url: z.string(),
  /** Single use. */
  token: z.string(),
  /** Deadline for opening the stream. */
  expires_at: z.string(),
});
export type OpenedSession = z.output<typeof openedSession>;

/** What the person may know before and during the session. */
export const session = z.object({
  session_uuid: z.string(),
  run_uuid: z.string(),
  scenario_uuid: z.string(),
  scenario_name: z.string(),
  objective: z.string(),
  persona_name: z.string(),
  /** Whether the person speaks first. */
  agent_opens: z.boolean(),
  /** Status of the run: queued until the stream opens. */
  status: z.enum(runStatuses),
  expires_at: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type Session = z.output<typeof session>;

export const sessionUuid = z.object({ uuid: z.uuid() });

/** What the person may know before the session. */
export const liveScenario = scenarioSchema
  .pick({ uuid: true, name: true, objective: true, difficulty: true, category: true, agent_opens: true })
  .extend({ persona: z.object({ name: z.string(), language_code: z.string() }) });
export type LiveScenario = z.output<typeof liveScenario>;
export const liveScenarioList = z.object({ results: z.array(liveScenario), ...pageFields });
export const liveScenarioUuid = z.object({ uuid: z.uuid() });

nameSchemas({
  PracticeSession: session,
  OpenedPracticeSession: openedSession,
  NewPracticeSession: newSession,
  LiveScenario: liveScenario,
  LiveScenarioList: liveScenarioList,
});
