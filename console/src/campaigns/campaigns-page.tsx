import { Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link } from '../frame/router.tsx';
import { type Campaign, useCampaigns } from '../server/campaigns.ts';
import { CampaignTable, type CampaignWish } from './campaign-table.tsx';
import { CampaignWishDialog } from './campaign-wish.tsx';

const pageSize = 20;

/** What calls contacts and answers numbers. Managers and admins make, launch and stop them. */
export function CampaignsPage({ offset }: { readonly offset: number }) {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const query = useCampaigns({ limit: pageSize, offset });
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [wish, setWish] = useState<{ readonly kind: CampaignWish | 'add'; readonly campaign?: Campaign }>();
  const total = query.data?.total ?? 0;
  return (
    <>
      <PageHeading
        title="Campaigns"
        lead="Outbound campaigns call your contacts; inbound ones answer a number."
        aside={mayWrite && <Button onClick={() => setWish({ kind: 'add' })}>Create campaign</Button>}
      />
      <Announcement {...announcer} />
      <CampaignTable
        query={query}
        campaigns={query.data?.campaigns ?? []}
        empty={<Nothing isPastEnd={total > 0} />}
        mayWrite={mayWrite}
        onWish={(kind, campaign) => setWish({ kind, campaign })}
      />
      <PagesOf path="/campaigns" total={total} pageSize={pageSize} offset={offset} />
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

const Nothing = ({ isPastEnd }: { readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isPastEnd ? 'There are no campaigns on this page' : 'No campaigns yet'}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd ? <Link href="/campaigns">Back to the first ones</Link> : 'A name, a voice and whom to call will do.'}
    </Text>
  </>
);
