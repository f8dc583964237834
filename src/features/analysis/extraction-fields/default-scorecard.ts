import type { OrganisationId, Queries, Tables } from '../../../data/index.ts';

/** Criteria that every organisation starts with. Each is measured by code, in speech and in text. */
export const defaultScorecard = [
  {
    key: 'scorecard_greeting',
    name: 'Greeting',
    description: 'The agent greets the customer in one of the first two turns.',
    measure: 'greeting',
  },
  {
    key: 'scorecard_next_step',
    name: 'Next step agreed',
    description:
      'Both sides agree on a visit or another call, with a day or a time. Left out if the call led to something else.',
    measure: 'next_step',
  },
  {
    key: 'scorecard_talk_ratio',
    name: 'Talk ratio',
    description: 'The share of the agent in the speech, or in the words of a text: 100 up to 55 %, 0 from 90 %.',
    measure: 'talk_ratio',
  },
  {
    key: 'scorecard_dead_air',
    name: 'Dead air',
    description: 'Silences over 3 s as a share of the call: 100 up to 5 %, 0 from 30 %. Left out for texts.',
    measure: 'dead_air',
  },
  {
    key: 'scorecard_questions',
    name: 'Questions answered',
    description:
      'The share of the questions of the customer that the agent answers. Left out if the words do not show it.',
    measure: 'question_answered',
  },
] as const;

const groupName = 'Default scorecard';
/** After the built-in fields. */
const firstPosition = 10;

/** Gives a new organisation its scorecard, in the transaction that creates the organisation. */
export async function addDefaultScorecard(
  queries: Queries,
  { extractionFields }: Tables,
  organisationId: OrganisationId,
): Promise<void> {
  const rows = defaultScorecard.map((criterion, index) => ({
    ...criterion,
    organisationId,
    groupName,
    fieldType: 'score' as const,
    options: [],
    required: false,
    isActive: true,
    onlyIfConnected: true,
    minSeconds: 0,
    weight: 1,
    position: firstPosition + index,
  }));
  await queries.insert(extractionFields).values(rows);
}
