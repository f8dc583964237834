import { Button, NativeSelect, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type Campaign, type CampaignFilter, loadCampaigns, useCampaigns } from '../../server/campaigns.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { serverSortOf } from '../../shared/data-table/server-sort.ts';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { type CampaignWish, columnsOf } from './campaign-columns.tsx';
import { CampaignWishDialog } from './campaign-wish.tsx';
import { kindTexts, statusTexts } from './campaign-words.ts';

const pageSize = 20;

const filterOf = (address: ListAddress): CampaignFilter => {
  const [status = '', kind = '', q = ''] = ['status', 'kind', 'q'].map(address.get);
  return {
    ...(q === '' ? {} : { q }),
    ...(Object.hasOwn(statusTexts, status) ? { status: status as Campaign['status'] } : {}),
    ...(Object.hasOwn(kindTexts, kind) ? { kind: kind as Campaign['kind'] } : {}),
  };
};

/** Page of outbound and inbound campaigns. Managers and admins create, launch and stop them. */
export function CampaignsPage() {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const address = useListAddress('/campaigns');
  const [wish, setWish] = useState<{ readonly kind: CampaignWish; readonly campaign: Campaign }>();
  const columns = columnsOf(mayWrite ? (kind, campaign) => setWish({ kind, campaign }) : undefined);
  const filter = { ...filterOf(address), ...serverSortOf<'name'>(address, columns) };
  const query = useCampaigns({ limit: pageSize, offset: address.offset, ...filter });
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  return (
    <>
      <PageHeading
        title={t('Campaigns')}
        help="campaigns"
        lead={t('Outbound campaigns call your contacts; inbound ones answer a number.')}
        aside={
          mayWrite && (
            <Button component={Link} href="/campaigns/new">
              {t('Create campaign')}
            </Button>
          )
        }
      />
      <Announcement {...announcer} />
      <DataTable
        id="campaigns"
        what={t('campaigns')}
        address={address}
        query={query}
        rows={query.data?.campaigns}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/campaigns/${uuid}`}
        searchLabel={t('Search campaigns')}
        filters={<Filters address={address} />}
        load={(page) => loadCampaigns({ ...page, ...filter })}
        onTrouble={announcer.sayHere}
        empty={<Nothing isFiltered={address.isFiltered} />}
      />
      {wish !== undefined && (
        <CampaignWishDialog
          kind={wish.kind}
          campaign={wish.campaign}
          onCancel={() => setWish(undefined)}
          onDone={async (sentence, isGone) => {
            await queries.invalidateQueries({ queryKey: ['campaigns'] });
            setWish(undefined);
            if (isGone) announcer.sayHere(sentence);
            else announcer.say(sentence);
          }}
        />
      )}
    </>
  );
}

const optionsOf = (all: string, names: Readonly<Record<string, string>>) => [
  { value: '', label: all },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];

const Filters = ({ address }: { readonly address: ListAddress }) => (
  <>
    <NativeSelect
      aria-label={t('Status')}
      data={optionsOf(t('Any status'), statusTexts)}
      value={address.get('status')}
      onChange={({ currentTarget }) => address.set({ status: currentTarget.value })}
    />
    <NativeSelect
      aria-label={t('Kind')}
      data={optionsOf(t('Inbound and outbound'), kindTexts)}
      value={address.get('kind')}
      onChange={({ currentTarget }) => address.set({ kind: currentTarget.value })}
    />
  </>
);

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <>
    <Text fw={600}>{isFiltered ? t('No campaigns match these filters') : t('No campaigns yet')}</Text>
    {!isFiltered && (
      <Text className="quiet" mt={4}>
        {t('A campaign needs a name, an agent, and whom to call.')}
      </Text>
    )}
  </>
);
