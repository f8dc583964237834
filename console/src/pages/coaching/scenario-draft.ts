import { t } from '../../language/text.ts';
import type { Scenario, ScenarioBody } from '../../server/coaching.ts';
import { objectIn } from '../../shared/form/json-object.ts';
import { listIn } from '../../shared/form/list-in.ts';
import type { Prepared } from '../../shared/form/use-draft.ts';
import { type FactDraft, factsOf, newFact, objectOf } from './fact-draft.ts';

/** An unsaved scenario. */
export interface ScenarioDraft {
  readonly name: string;
  readonly persona: string;
  readonly situation: string;
  readonly objective: string;
  readonly difficulty: Scenario['difficulty'];
  readonly category: string;
  readonly agentOpens: boolean;
  readonly hidden: readonly FactDraft[];
  readonly maxTurns: number | string;
  readonly satisfiedWhen: string;
  /** One per line. */
  readonly hangupTriggers: string;
  readonly judgedBy: 'all' | 'rubric' | 'fields';
  readonly rubric: string;
  readonly fields: readonly string[];
  readonly toolMocks: string;
  readonly lineQuality: Scenario['line_quality'];
}

export const emptyScenario = (): ScenarioDraft => ({
  name: '',
  persona: '',
  situation: '',
  objective: '',
  difficulty: 'medium',
  category: '',
  agentOpens: true,
  hidden: [newFact()],
  maxTurns: '',
  satisfiedWhen: '',
  hangupTriggers: '',
  judgedBy: 'all',
  rubric: '',
  fields: [],
  toolMocks: '',
  lineQuality: 'clear',
});

/** Returns a copy with another name, because existing scenarios cannot be changed. */
export function copyOf(scenario: Scenario): ScenarioDraft {
  const { stop_conditions: stops, rubric_overrides: fields } = scenario;
  return {
    name: t('Copy of {name}', { name: scenario.name }).slice(0, 200),
    persona: scenario.persona_uuid,
    situation: scenario.situation,
    objective: scenario.objective,
    difficulty: scenario.difficulty,
    category: scenario.category ?? '',
    agentOpens: scenario.agent_opens,
    hidden: factsOf(scenario.hidden_state),
    maxTurns: stops.max_turns ?? '',
    satisfiedWhen: stops.satisfied_when ?? '',
    hangupTriggers: stops.hangup_triggers.join('\n'),
    judgedBy: scenario.rubric !== null ? 'rubric' : fields.length > 0 ? 'fields' : 'all',
    rubric: scenario.rubric ?? '',
    fields: scenario.rubric === null ? fields : [],
    toolMocks: Object.keys(scenario.tool_mocks).length === 0 ? '' : JSON.stringify(scenario.tool_mocks, null, 2),
    lineQuality: scenario.line_quality,
  };
}

/** Returns the request body, or messages by API field and by the row of an incomplete fact. */
export function prepare(draft: ScenarioDraft): Prepared<ScenarioBody> {
  const faults = {
    ...objectOf(draft.hidden).faults,
    ...(mocksIn(draft.toolMocks) === undefined ? { tool_mocks: t('This is not a JSON object.') } : {}),
    ...(draft.judgedBy === 'fields' && draft.fields.length === 0
      ? { rubric_field_ids: t('Choose at least one criterion.') }
      : {}),
  };
  if (Object.keys(faults).length > 0) return { ok: false, trouble: undefined, faults };
  return { ok: true, body: bodyOf(draft) };
}

/** Returns the request body without what cannot be sent. */
export function bodyOf(draft: ScenarioDraft): ScenarioBody {
  return {
    name: draft.name.trim(),
    persona_uuid: draft.persona,
    situation: draft.situation,
    objective: draft.objective,
    difficulty: draft.difficulty,
    category: draft.category.trim() === '' ? null : draft.category.trim(),
    agent_opens: draft.agentOpens,
    hidden_state: objectOf(draft.hidden).object,
    stop_conditions: {
      max_turns: draft.maxTurns === '' ? null : Number(draft.maxTurns),
      satisfied_when: draft.satisfiedWhen.trim() === '' ? null : draft.satisfiedWhen.trim(),
      hangup_triggers: listIn(draft.hangupTriggers, '\n'),
    },
    ...(draft.judgedBy === 'rubric' ? { rubric: draft.rubric } : {}),
    ...(draft.judgedBy === 'fields' ? { rubric_field_ids: [...draft.fields] } : {}),
    tool_mocks: mocksIn(draft.toolMocks) ?? {},
    line_quality: draft.lineQuality,
  };
}

const mocksIn = (text: string): Record<string, unknown> | undefined => (text.trim() === '' ? {} : objectIn(text));
