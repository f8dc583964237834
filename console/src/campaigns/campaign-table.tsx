import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, ListFrame, type ListFrameProps } from '../components/list-frame.tsx';
import { Link } from '../frame/router.tsx';
import type { Campaign } from '../server/campaigns.ts';
import { kindTexts, statusTexts } from './campaign-words.ts';

export type CampaignWish = 'edit' | 'launch' | 'stop' | 'delete';

const columns: readonly Column[] = [
  { name: 'Campaign' },
  { name: 'Status' },
  { name: 'Calls', from: 'sm' },
  { name: 'Reached', from: 'md' },
  { name: 'Mean length', from: 'md' },
  { name: 'What to do with it', isUnseen: true },
];

interface CampaignTableProps {
  readonly query: ListFrameProps['query'];
  readonly campaigns: readonly Campaign[];
  readonly empty: ReactNode;
  readonly mayWrite: boolean;
  readonly onWish: (wish: CampaignWish, campaign: Campaign) => void;
}

export function CampaignTable({ query, campaigns, empty, mayWrite, onWish }: CampaignTableProps) {
  return (
    <ListFrame what="campaigns" query={query} columns={columns} empty={campaigns.length === 0 ? empty : undefined}>
      {campaigns.map((campaign) => (
        <Table.Tr key={campaign.uuid}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            <Link href={`/campaigns/${campaign.uuid}`}>{campaign.name}</Link>
            <Text size="sm" className="quiet">
              {kindTexts[campaign.kind]}
            </Text>
          </Table.Td>
          <Table.Td>
            <CampaignStatus campaign={campaign} />
          </Table.Td>
          <Table.Td visibleFrom="sm" className="figures">
            {campaign.metrics?.total_calls}
            <Text size="sm" className="quiet">
              {campaign.metrics?.calls_today} today
            </Text>
          </Table.Td>
          <Table.Td visibleFrom="md" className="figures">
            {percent(campaign)}
          </Table.Td>
          <Table.Td visibleFrom="md" className="figures">
            {campaign.metrics?.avg_handle_time}
          </Table.Td>
          <Table.Td>{mayWrite && <CampaignWishes campaign={campaign} onWish={onWish} />}</Table.Td>
        </Table.Tr>
      ))}
    </ListFrame>
  );
}

export const percent = ({ metrics }: Pick<Campaign, 'metrics'>): string =>
  metrics === undefined || metrics.total_calls === 0 ? '–' : `${Math.round(metrics.connect_rate * 100)} %`;

export const CampaignStatus = ({ campaign }: { readonly campaign: Campaign }) => (
  <>
    <Badge variant={campaign.status === 'active' ? 'filled' : 'default'} tt="none" fw={500}>
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
  readonly onWish: (wish: CampaignWish, campaign: Campaign) => void;
}

export const CampaignWishes = ({ campaign, onWish }: CampaignWishesProps) => (
  <Group gap={6} justify="flex-end">
    {wishesOf(campaign).map(([wish, text]) => (
      <Button
        key={wish}
        variant="default"
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
