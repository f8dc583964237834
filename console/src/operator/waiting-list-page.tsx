import { Button, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { ShownOnce } from '../components/shown-once.tsx';
import { Link } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import type { WaitingPerson } from '../server/answers.ts';
import { useWaiting } from '../server/superadmin.ts';
import { ApproveDialog, type Approved } from './approve-dialog.tsx';
import { SuperadminsOnly } from './superadmins-only.tsx';

const pageSize = 20;

const columns: readonly Column[] = [
  { name: t('Person') },
  { name: t('Since'), from: 'sm' },
  { name: t('Approve'), isUnseen: true },
];

/** People who have an account and no organisation yet. */
export function WaitingListPage({ offset }: { readonly offset: number }) {
  const isAllowed = useMe().data?.superadmin === true;
  return isAllowed ? <WaitingList offset={offset} /> : <SuperadminsOnly title={t('Waiting list')} />;
}

function WaitingList({ offset }: { readonly offset: number }) {
  const query = useWaiting({ limit: pageSize, offset }, true);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [person, setPerson] = useState<WaitingPerson>();
  const [approved, setApproved] = useState<Approved>();
  const { results = [], total = 0 } = query.data ?? {};
  const refresh = (): Promise<unknown> =>
    Promise.all(['waiting', 'organisations'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  return (
    <>
      <PageHeading title={t('Waiting list')} lead={t('Accounts without an organisation, oldest first.')} />
      <Announcement {...announcer} />
      {approved?.invitation_link != null && (
        <ShownOnce
          secret={approved.invitation_link}
          uuid={approved.email}
          title={t('A link for {email}', { email: approved.email })}
          what={t('link')}
          advice={t('Only this person may have it. It works once, for seven days.')}
          onClose={() => setApproved(undefined)}
        />
      )}
      <ListFrame
        what={t('waiting list')}
        query={query}
        columns={columns}
        empty={results.length === 0 ? <Nobody isPastEnd={total > 0} /> : undefined}
      >
        {results.map((waiting) => (
          <Table.Tr key={waiting.email}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {waiting.name ?? waiting.email}
              {waiting.name !== null && (
                <Text size="sm" className="quiet">
                  {waiting.email}
                </Text>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Moment iso={waiting.created_at} />
            </Table.Td>
            <Table.Td ta="right">
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('Approve {email}', { email: waiting.email })}
                onClick={() => setPerson(waiting)}
              >
                {t('Approve')}
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      <PagesOf path="/waiting-list" total={total} pageSize={pageSize} offset={offset} />
      {person !== undefined && (
        <ApproveDialog
          person={person}
          onCancel={() => {
            setPerson(undefined);
            void refresh();
          }}
          onDone={async (done) => {
            await refresh();
            setPerson(undefined);
            setApproved(done);
            announcer.sayHere(
              done.invitation_link === null
                ? t('{email} belongs to {organizationName} now. A message is on its way.', {
                    email: done.email,
                    organizationName: done.organization_name,
                  })
                : t(
                    '{email} belongs to {organizationName} now. This server sends no mail: send the link below yourself.',
                    { email: done.email, organizationName: done.organization_name },
                  ),
            );
          }}
        />
      )}
    </>
  );
}

const Nobody = ({ isPastEnd }: { readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isPastEnd ? t('This page is empty') : t('No pending requests')}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd ? (
        <Link href="/waiting-list">{t('Back to who came first')}</Link>
      ) : (
        t('Accounts registered without an organisation appear here.')
      )}
    </Text>
  </>
);
