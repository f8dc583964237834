import { Badge, Button, Group, Text } from '@mantine/core';
import type { DataColumn } from '../components/data-table/column.ts';
import { Link } from '../frame/router.tsx';
import type { Campaign } from '../server/campaigns.ts';
import { kindTexts, statusTexts } from './campaign-words.ts';

export type CampaignWish = 'edit' | 'launch' | 'stop' | 'delete';

type OnWish = (wish: CampaignWish, campaign: Campaign) => void;

/** `onWish` is left out for people who change nothing. */
export const columnsOf = (onWish: OnWish | undefined): readonly DataColumn<Campaign>[] => [
  {
    key: 'campaign',
    name: 'Campaign',
    isFixed: true,
    render: ({ uuid, name, kind }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        <Link href={`/campaigns/${uuid}`}>{name}</Link>
        <Text size="sm" className="quiet">
          {kindTexts[kind]}
        </Text>
      </div>
    ),
    text: ({ name }) => name,
  },
  {
    key: 'status',
    name: 'Status',
    render: (campaign) => <CampaignStatus campaign={campaign} />,
    text: ({ status }) => statusTexts[status],
  },
  {
    key: 'number',
    name: 'Number',
    from: 'lg',
    render: ({ phone_number: number }) => <span className="figures">{number}</span>,
    text: ({ phone_number: number }) => number ?? '',
  },
  {
    key: 'calls',
    name: 'Calls',
    from: 'sm',
    isNumber: true,
    render: ({ metrics }) => (
      <>
        {metrics?.total_calls.toLocaleString('en')}
        <Text size="sm" className="quiet">
          {metrics?.calls_today} today
        </Text>
      </>
    ),
    text: ({ metrics }) => `${metrics?.total_calls ?? ''}`,
  },
  { key: 'reached', name: 'Reached', from: 'md', isNumber: true, render: percent, text: percent },
  {
    key: 'length',
    name: 'Mean length',
    from: 'md',
    isNumber: true,
    render: ({ metrics }) => metrics?.avg_handle_time,
    text: ({ metrics }) => metrics?.avg_handle_time ?? '',
  },
  ...(onWish === undefined
    ? []
    : [
        {
          key: 'actions',
          name: 'Actions',
          isFixed: true,
          isUnseen: true,
          render: (campaign: Campaign) => <CampaignWishes campaign={campaign} onWish={onWish} />,
        },
      ]),
];

export function percent({ kind, metrics }: Pick<Campaign, 'kind' | 'metrics'>): string {
  if (kind === 'inbound' || metrics === undefined || metrics.total_calls === 0) return '–';
  return `${Math.round(metrics.connect_rate * 100)} %`;
}

export const CampaignStatus = ({ campaign }: { readonly campaign: Campaign }) => (
  <>
    <Badge variant={campaign.status === 'active' ? 'filled' : 'default'} tt="none" fw={500} miw="max-content">
      {statusTexts[campaign.status]}
    </Badge>
    {campaign.status_reason !== null && (
      <Text size="sm" className="quiet" mt={4}>
        {campaign.status_reason}
      </Text>
    )}
  </>
);

interface CampaignWishesProps {
  readonly campaign: Campaign;
  readonly onWish: OnWish;
}

export const CampaignWishes = ({ campaign, onWish }: CampaignWishesProps) => (
  <Group gap={6} justify="flex-end">
    {wishesOf(campaign).map(([wish, text]) => (
      <Button
        key={wish}
        variant={wish === 'launch' || wish === 'stop' ? 'default' : 'subtle'}
        size="compact-sm"
        aria-label={`${text} ${campaign.name}`}
        onClick={() => onWish(wish, campaign)}
      >
        {text}
      </Button>
    ))}
  </Group>
);

const wishesOf = ({ status }: Campaign): readonly (readonly [CampaignWish, string])[] => [
  status === 'active' ? ['stop', 'Stop'] : ['launch', 'Launch'],
  ['edit', 'Edit'],
  ['delete', 'Delete'],
];
