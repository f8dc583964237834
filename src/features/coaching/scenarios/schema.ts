import { z } from 'zod';
import { difficulties, lineQualities } from '../../../data/index.ts';
import {
  bodyId,
  lineOf,
  linesOf,
  pageFields,
  pageQuery,
  requiredId,
  uuid,
  visibleLines,
} from '../../../http/fields.ts';
import { ownObject } from '../../../http/json-fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

const mostTurns = 60;

const condition = lineOf(500);

const stopConditions = z.object({
  max_turns: z.number().int().min(1).max(mostTurns).nullish(),
  /** A sentence that must become true, or words in quotes that the agent must say. */
  satisfied_when: condition.nullish(),
  hangup_triggers: z.array(condition).max(20, 'must have at most 20 triggers').nullish(),
});

const lineQuality = z.enum(lineQualities, { error: `must be one of ${lineQualities.join(', ')}` });

const fieldIds = z.array(bodyId).max(50, 'must have at most 50 fields');

export const newScenario = z.object({
  persona_uuid: requiredId('persona_uuid is missing'),
  name: lineOf(200),
  situation: linesOf(10_000),
  objective: z.string().max(4000, 'must have at most 4,000 characters').transform(visibleLines).nullish(),
  difficulty: z.enum(difficulties, { error: `must be one of ${difficulties.join(', ')}` }).nullish(),
  category: lineOf(120).nullish(),
  agent_opens: z.boolean().nullish(),
  hidden_state: ownObject(16).nullish(),
  stop_conditions: stopConditions.nullish(),
  rubric: lineOf(120).nullish(),
  rubric_field_ids: fieldIds.nullish(),
  rubric_overrides: fieldIds.nullish(),
  /** Tool responses in text runs, by name of the tool. */
  tool_mocks: ownObject(16).nullish(),
  /**
   * Quality of the customer's line in voice runs. `noisy`: noise behind the voice. `poor`: more noise, and packet loss.
   */
  line_quality: lineQuality.nullish(),
});
export type NewScenario = z.output<typeof newScenario>;

const freeForm = z.record(z.string(), z.unknown());

export const scenario = z.object({
  uuid: z.string(),
  persona_uuid: z.string(),
  name: z.string(),
  situation: z.string(),
  objective: z.string(),
  difficulty: z.enum(difficulties),
  category: z.string().nullable(),
  agent_opens: z.boolean(),
  hidden_state: freeForm,
  stop_conditions: z.object({
    /** Null for the default of 20. */
    max_turns: z.number().int().nullable(),
    satisfied_when: z.string().nullable(),
    hangup_triggers: z.array(z.string()),
  }),
  rubric: z.string().nullable(),
  /** Ids of the criteria, including those of `rubric`; empty if every score field is a criterion. */
  rubric_overrides: z.array(z.string()),
  tool_mocks: freeForm,
  line_quality: lineQuality,
  created_at: z.string(),
});
export type Scenario = z.output<typeof scenario>;

export const scenarioUuid = z.object({ uuid: z.uuid() });
export const scenarioQuery = pageQuery.extend({
  persona_uuid: uuid.exactOptional(),
  category: z.string().max(200).exactOptional(),
  difficulty: z.enum(difficulties, { error: `must be one of ${difficulties.join(', ')}` }).exactOptional(),
});
export const scenarioList = z.object({ results: z.array(scenario), ...pageFields });

const rubricField = z.object({
  id: z.string(),
  name: z.string(),
  field_type: z.string(),
  description: z.string(),
});

const rubricCategory = z.object({ category: z.string(), fields: z.array(rubricField) });

export const rubricList = z.object({ results: z.array(rubricCategory), ...pageFields });

nameSchemas({
  Scenario: scenario,
  ScenarioList: scenarioList,
  NewScenario: newScenario,
  RubricCategory: rubricCategory,
  RubricCategoryList: rubricList,
  RubricField: rubricField,
});
