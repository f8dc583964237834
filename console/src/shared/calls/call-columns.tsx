import { Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { CallSummary } from '../../server/answers.ts';
import type { DataColumn } from '../data-table/column.ts';
import { Outcome, outcomeText } from './outcome.tsx';
import { partyOf, personOf } from './party.ts';
import { CallLink, Direction, directionText, latencyColumn, turnsColumn } from './shared-columns.tsx';

const startOf = (call: CallSummary): string => call.started_at ?? call.created_at;
const lengthOf = (call: CallSummary): string => (call.ended_at === null ? '' : call.duration_formatted);

/** Columns of the call list. `nameOf` returns the campaign of a call, or the teammate who made it. */
export const callColumns = (nameOf: (call: CallSummary) => string): readonly DataColumn<CallSummary>[] => [
  {
    key: 'started',
    name: t('Started'),
    isFixed: true,
    render: (call) => <CallLink uuid={call.uuid} at={startOf(call)} more={[personOf(call), lengthOf(call)]} />,
    text: startOf,
  },
  {
    key: 'with',
    name: t('With'),
    from: 'sm',
    render: (call) => <Party call={call} />,
    text: (call) => call.contact_name ?? partyOf(call),
  },
  {
    key: 'direction',
    name: t('Direction'),
    from: 'md',
    render: ({ call_type: kind }) => <Direction name={kind} />,
    text: ({ call_type: kind }) => directionText(kind),
  },
  { key: 'campaign', name: t('Campaign'), from: 'md', render: nameOf, text: nameOf },
  {
    key: 'length',
    name: t('Length'),
    from: 'sm',
    isNumber: true,
    render: lengthOf,
    text: ({ duration }) => `${duration}`,
  },
  turnsColumn,
  latencyColumn,
  {
    key: 'outcome',
    name: t('Outcome'),
    isFixed: true,
    render: (call) => <Outcome call={call} />,
    text: (call) => outcomeText(call),
  },
];

function Party({ call }: { readonly call: CallSummary }) {
  const number = partyOf(call);
  if (call.contact_name === null) return <span className="figures">{number}</span>;
  return (
    <>
      {call.contact_name}
      <Text size="xs" className="quiet figures">
        {number}
      </Text>
    </>
  );
}
