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
import type { WaitingPerson } from '../server/answers.ts';
import { useWaiting } from '../server/superadmin.ts';
import { ApproveDialog, type Approved } from './approve-dialog.tsx';
import { SuperadminsOnly } from './superadmins-only.tsx';

const pageSize = 20;

const columns: readonly Column[] = [
  { name: 'Person' },
  { name: 'Since', from: 'sm' },
  { name: 'Approve', isUnseen: true },
];

/** People who have an account and no organisation yet. */
export function WaitingListPage({ offset }: { readonly offset: number }) {
  const isAllowed = useMe().data?.superadmin === true;
  return isAllowed ? <WaitingList offset={offset} /> : <SuperadminsOnly title="Waiting list" />;
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
      <PageHeading title="Waiting list" lead="Accounts without an organisation, oldest first." />
      <Announcement {...announcer} />
      {approved?.invitation_link != null && (
        <ShownOnce
          secret={approved.invitation_link}
          uuid={approved.email}
          title={`A link for ${approved.email}`}
          what="link"
          advice="Only this person may have it. It works once, for seven days."
          onClose={() => setApproved(undefined)}
        />
      )}
      <ListFrame
        what="waiting list"
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
                aria-label={`Approve ${waiting.email}`}
                onClick={() => setPerson(waiting)}
              >
                Approve
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
                ? `${done.email} belongs to ${done.organization_name} now. A message is on its way.`
                : `${done.email} belongs to ${done.organization_name} now. This server sends no mail: send the link below yourself.`,
            );
          }}
        />
      )}
    </>
  );
}

const Nobody = ({ isPastEnd }: { readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isPastEnd ? 'This page is empty' : 'No pending requests'}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd ? (
        <Link href="/waiting-list">Back to who came first</Link>
      ) : (
        'Accounts registered without an organisation appear here.'
      )}
    </Text>
  </>
);
