import { Group, Text } from '@mantine/core';
import { IconMicrophone, IconPhoneIncoming, IconPhoneOutgoing } from '@tabler/icons-react';
import type { DataColumn } from '../components/data-table/column.ts';
import { dateAndTime, milliseconds } from '../components/figures.ts';
import { Link } from '../frame/router.tsx';
import type { CallSummary } from '../server/answers.ts';
import { Outcome, outcomeText } from './outcome.tsx';
import { partyOf, personOf } from './party.ts';

const directions = {
  inbound: { text: 'Inbound', Icon: IconPhoneIncoming },
  outbound: { text: 'Outbound', Icon: IconPhoneOutgoing },
  test: { text: 'Test', Icon: IconMicrophone },
} as const;

const startOf = (call: CallSummary): string => call.started_at ?? call.created_at;
const lengthOf = (call: CallSummary): string => (call.ended_at === null ? '' : call.duration_formatted);

/** `nameOf` gives the campaign of a call, or the teammate who made it. */
export const callColumns = (nameOf: (call: CallSummary) => string): readonly DataColumn<CallSummary>[] => [
  {
    key: 'started',
    name: 'Started',
    isFixed: true,
    render: (call) => (
      <>
        <Link href={`/calls/${call.uuid}`} className="moment">
          {dateAndTime(startOf(call))}
        </Link>
        <Text size="sm" className="quiet figures" hiddenFrom="sm" style={{ overflowWrap: 'anywhere' }}>
          {[personOf(call), lengthOf(call)].filter((text) => text !== '').join(', ')}
        </Text>
      </>
    ),
    text: startOf,
  },
  {
    key: 'with',
    name: 'With',
    from: 'sm',
    render: (call) => <Party call={call} />,
    text: (call) => call.contact_name ?? partyOf(call),
  },
  {
    key: 'direction',
    name: 'Direction',
    from: 'md',
    render: ({ call_type: kind }) => {
      const { text, Icon } = directions[kind];
      return (
        <Group gap={6} wrap="nowrap">
          <Icon size={16} aria-hidden />
          {text}
        </Group>
      );
    },
    text: ({ call_type: kind }) => directions[kind].text,
  },
  { key: 'campaign', name: 'Campaign', from: 'md', render: nameOf, text: nameOf },
  {
    key: 'length',
    name: 'Length',
    from: 'sm',
    isNumber: true,
    render: lengthOf,
    text: ({ duration }) => `${duration}`,
  },
  {
    key: 'turns',
    name: 'Turns',
    from: 'lg',
    isNumber: true,
    render: ({ turns }) => turns,
    text: ({ turns }) => `${turns}`,
  },
  {
    key: 'latency',
    name: 'Median latency',
    from: 'lg',
    isNumber: true,
    render: ({ median_latency_ms: ms }) => (ms === null ? '' : milliseconds(ms)),
    text: ({ median_latency_ms: ms }) => (ms === null ? '' : `${Math.round(ms)}`),
  },
  {
    key: 'outcome',
    name: 'Outcome',
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
