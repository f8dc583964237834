import type { Snapshot } from '../../src/features/coaching/practice-runs/index.ts';
import type { Criterion, Scenario } from '../../src/features/coaching/scenarios/index.ts';

export interface HardCase {
  readonly snapshot: Snapshot;
  /** Values that the customer hides, each with a handwritten pattern of the questions that ask for it. */
  readonly secrets: readonly { readonly value: string; readonly askedBy: RegExp }[];
}

const criterion = (id: number, name: string, options: string[], description = ''): Criterion => ({
  id,
  key: `criterion_${id}`,
  name,
  group: 'Bench',
  field_type: 'score',
  options,
  description,
  required: false,
  only_if_connected: false,
  min_seconds: 0,
  weight: 1,
  is_active: true,
  position: id,
  measure: null,
  scope: 'installation',
  version: 1,
});

const criteria: readonly Criterion[] = [
  criterion(1, 'Asks for the name', ['first and last name']),
  criterion(2, 'Reads back', ['is that correct', 'did I get that right']),
  criterion(3, 'Names the price', ['cleaning, $120']),
  criterion(4, 'Answers about insurance', ['if insurance: we accept most plans']),
];

const phone = { value: '617 442 7730', askedBy: /phone number|number to reach|call you/i };
const insurance = { value: 'Blue Harbor Silver', askedBy: /insurance|insured|plan|coverage/i };
const allergy = { value: 'I am allergic to penicillin', askedBy: /allerg|medication|medicine/i };
const secrets = [phone, insurance, allergy];

const strong = (answered_by?: string[]) => ({
  text: 'I heard that you are quite expensive.',
  strength: 3,
  ...(answered_by === undefined ? {} : { answered_by }),
});
const stops = (given: Partial<Scenario['stop_conditions']>): Scenario['stop_conditions'] => ({
  max_turns: 40,
  satisfied_when: null,
  hangup_triggers: [],
  ...given,
});

const called = 'the agent says "front desk will call"';
const booking = 'You would like to book a cleaning. You are a new patient. You moved here in spring.';
const prices = 'You want to know how much a cleaning costs. Your last dentist was cheap.';

/** Hidden facts, some of which the agent asks for, strong objections, and every kind of ending. */
const given: readonly (Partial<Scenario> & { readonly objections?: Snapshot['persona']['objections'] })[] = [
  { name: 'reluctant', situation: booking, difficulty: 'hard', stop_conditions: stops({ satisfied_when: called }) },
  {
    name: 'adversary',
    situation: booking,
    difficulty: 'adversarial',
    stop_conditions: stops({ satisfied_when: called }),
  },
  { name: 'unconvinced', situation: booking, difficulty: 'hard', objections: [strong()], stop_conditions: stops({}) },
  {
    name: 'never convinced',
    situation: booking,
    difficulty: 'adversarial',
    objections: [strong(['free of charge'])],
    stop_conditions: stops({ max_turns: 60 }),
  },
  { name: 'hangs up', situation: booking, difficulty: 'easy', stop_conditions: stops({ hangup_triggers: [called] }) },
  { name: 'until the end', situation: booking, difficulty: 'medium', stop_conditions: stops({}) },
  { name: 'short', situation: booking, difficulty: 'medium', stop_conditions: stops({ max_turns: 8 }) },
  {
    name: 'two objections',
    situation: prices,
    difficulty: 'hard',
    objections: [strong(), { text: 'My old dentist was nicer.', strength: 2 }],
    stop_conditions: stops({ satisfied_when: 'the agent tells the price of the cleaning' }),
  },
  {
    name: 'customer first',
    situation: prices,
    difficulty: 'adversarial',
    agent_opens: false,
    stop_conditions: stops({ satisfied_when: 'the agent tells the price of the cleaning' }),
  },
];

export function hardCases(base: Snapshot): HardCase[] {
  const hidden = { phone_number: phone.value, insurance: insurance.value, allergy: allergy.value };
  return given.map(({ objections = [], ...own }, index) => ({
    snapshot: {
      criteria,
      documents: [],
      persona: {
        ...base.persona,
        objections,
        hidden_state: hidden,
        speech_habits: {
          ...base.persona.speech_habits,
          verbosity: ['terse', 'normal', 'talkative'][index % 3] as string,
        },
      },
      scenario: {
        ...base.scenario,
        ...own,
        uuid: `hard-${index}`,
        objective: 'Resolve the request.',
        hidden_state: {},
      },
    },
    secrets,
  }));
}
