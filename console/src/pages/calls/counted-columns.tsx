import { Badge, Group, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import type { CountedCall } from '../../server/dashboard.ts';
import { StatusBadge, sentimentNames, statusNames } from '../../shared/calls/analysed-columns.tsx';
import { reasonText } from '../../shared/calls/end-reasons.ts';
import { CallLink, Direction } from '../../shared/calls/shared-columns.tsx';
import { outcomeName, readableKey } from '../../shared/calls/value-text.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { clockTime } from '../../shared/page/figures.ts';

export const kindNames = { inbound: t('Inbound'), outbound: t('Outbound'), upload: t('Uploaded') } as const;

const lengthOf = ({ duration }: CountedCall): string => (duration === null ? '' : clockTime(duration * 1000));
const personOf = ({ customer: { name, phone } }: CountedCall): string => name ?? phone ?? '';

/** Labels of the states of calls in progress. */
const liveNames: Partial<Record<NonNullable<CountedCall['status']>, string>> = {
  queued: t('Queued'),
  dialing: t('Dialling'),
  ringing: t('Ringing'),
  in_progress: t('In progress'),
  transferring: t('Transferring'),
};
const liveName = ({ status }: CountedCall): string | undefined => (status === null ? undefined : liveNames[status]);

/** Columns of counted calls. `nameOf` returns the campaign of a call. */
export const countedColumns = (nameOf: (campaign: string | null) => string): readonly DataColumn<CountedCall>[] => [
  {
    key: 'called',
    name: t('Called'),
    isFixed: true,
    render: (call) => <CallLink uuid={call.uuid} at={call.called_at} more={[personOf(call), lengthOf(call)]} />,
    text: ({ called_at: at }) => at,
  },
  {
    key: 'customer',
    name: t('Customer'),
    from: 'sm',
    render: ({ customer: { name, phone } }) => (
      <>
        {name ?? phone ?? <span className="quiet">{t('Unknown')}</span>}
        {name !== null && phone !== null && (
          <Text size="xs" className="quiet figures">
            {phone}
          </Text>
        )}
      </>
    ),
    text: personOf,
  },
  {
    key: 'kind',
    name: t('Direction'),
    from: 'md',
    render: ({ kind }) =>
      kind === 'upload' ? (
        <Group gap={6} wrap="nowrap">
          <IconUpload size={16} aria-hidden />
          {kindNames.upload}
        </Group>
      ) : (
        <Direction name={kind} />
      ),
    text: ({ kind }) => kindNames[kind],
  },
  {
    key: 'campaign',
    name: t('Campaign'),
    from: 'lg',
    render: (call) => nameOf(call.campaign_uuid),
    text: (call) => nameOf(call.campaign_uuid),
  },
  {
    key: 'agent',
    name: t('Agent'),
    from: 'md',
    render: ({ agent }) => agent.name ?? '',
    text: ({ agent }) => agent.name ?? '',
  },
  {
    key: 'length',
    name: t('Length'),
    from: 'md',
    isNumber: true,
    render: lengthOf,
    text: ({ duration }) => `${duration ?? ''}`,
  },
  {
    key: 'outcome',
    name: t('Outcome'),
    render: (call) => (
      <>
        {liveName(call) ?? (call.outcome !== null && outcomeName(call.outcome))}
        {call.end_reason !== null && (
          <Text size="xs" className="quiet">
            {reasonText(call.end_reason)}
          </Text>
        )}
      </>
    ),
    text: (call) => call.outcome ?? call.status ?? '',
  },
  {
    key: 'sentiment',
    name: t('Sentiment'),
    from: 'lg',
    render: ({ sentiment }) => (sentiment === null ? '' : sentimentNames[sentiment]),
    text: ({ sentiment }) => sentiment ?? '',
  },
  {
    key: 'analysis',
    name: t('Analysis'),
    from: 'sm',
    render: ({ analysis, status }) =>
      analysis === null ? (
        <Badge variant="light" color="gray" c="var(--mantine-color-text)" tt="none">
          {status === null ? t('None') : readableKey(status)}
        </Badge>
      ) : (
        <StatusBadge status={analysis} />
      ),
    text: ({ analysis }) => (analysis === null ? '' : statusNames[analysis]),
  },
];
