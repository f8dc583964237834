import { Badge, Button, Flex, Text } from '@mantine/core';
import { numberLocale } from '../../language/language.ts';
import { rich, t } from '../../language/text.ts';
import type { Campaign } from '../../server/campaigns.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { RowActions, RowButton } from '../../shared/menu/row-actions.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { percent } from '../../shared/page/figures.ts';
import { kindTexts, statusTexts } from './campaign-words.ts';

export type CampaignWish = 'edit' | 'launch' | 'stop' | 'delete';

type OnWish = (wish: CampaignWish, campaign: Campaign) => void;

/** Columns of the campaign list. Omit `onWish` for users with read-only access. */
export const columnsOf = (onWish: OnWish | undefined): readonly DataColumn<Campaign>[] => [
  {
    key: 'campaign',
    name: t('Campaign'),
    isFixed: true,
    render: ({ uuid, name, kind }) => (
      <div style={{ overflowWrap: 'anywhere' }}>
        <Link href={`/campaigns/${uuid}`} title={name} className="long-name">
          {name}
        </Link>
        <Text size="sm" className="quiet">
          {kindTexts[kind]}
        </Text>
      </div>
    ),
    text: ({ name }) => name,
    sortedAs: 'name',
  },
  {
    key: 'status',
    name: t('Status'),
    render: (campaign) => <CampaignStatus campaign={campaign} />,
    text: ({ status }) => statusTexts[status],
  },
  {
    key: 'number',
    name: t('Number'),
    from: 'lg',
    render: ({ phone_number: number }) => <span className="figures">{number}</span>,
    text: ({ phone_number: number }) => number ?? '',
  },
  {
    key: 'calls',
    name: t('Calls'),
    from: 'sm',
    isNumber: true,
    render: ({ metrics }) => (
      <>
        {metrics?.total_calls.toLocaleString(numberLocale)}
        <Text size="sm" className="quiet">
          <span style={{ whiteSpace: 'nowrap' }}>
            {rich('{callsToday} today', { callsToday: metrics?.calls_today })}
          </span>
        </Text>
      </>
    ),
    text: ({ metrics }) => `${metrics?.total_calls ?? ''}`,
  },
  { key: 'reached', name: t('Reached'), from: 'md', isNumber: true, render: reached, text: reached },
  {
    key: 'length',
    name: t('Mean length'),
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
          name: t('Actions'),
          isFixed: true,
          isUnseen: true,
          render: (campaign: Campaign) => <CampaignActions campaign={campaign} onWish={onWish} />,
        },
      ]),
];

export function reached({ kind, metrics }: Pick<Campaign, 'kind' | 'metrics'>): string {
  if (kind === 'inbound' || metrics === undefined || metrics.total_calls === 0) return '–';
  return percent(metrics.connect_rate);
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

function CampaignActions({ campaign, onWish }: CampaignWishesProps) {
  const [first, ...others] = wishesOf(campaign);
  return (
    <RowActions
      name={campaign.name}
      more={others.map(([wish, text]) => ({ text, onChoose: () => onWish(wish, campaign) }))}
    >
      <RowButton text={first[1]} label={`${first[1]} ${campaign.name}`} onClick={() => onWish(first[0], campaign)} />
    </RowActions>
  );
}

/** The same as buttons, for the page of a campaign. */
export const CampaignWishes = ({ campaign, onWish }: CampaignWishesProps) => (
  <Flex gap={6} justify="flex-end" wrap={{ base: 'wrap', lg: 'nowrap' }}>
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
  </Flex>
);

type Wish = readonly [CampaignWish, string];

/** The one that is asked for most comes first. */
const wishesOf = ({ status }: Campaign): readonly [Wish, ...Wish[]] => [
  status === 'active' ? ['stop', t('Stop')] : ['launch', t('Launch')],
  ['edit', t('Edit')],
  ['delete', t('Delete')],
];
