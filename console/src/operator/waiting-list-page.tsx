import { Button, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link } from '../frame/router.tsx';
import type { WaitingPerson } from '../server/answers.ts';
import { useWaiting } from '../server/superadmin.ts';
import { ApproveDialog } from './approve-dialog.tsx';
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
  const { results = [], total = 0 } = query.data ?? {};
  const refresh = (): Promise<unknown> =>
    Promise.all(['waiting', 'organisations'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  return (
    <>
      <PageHeading title="Waiting list" lead="Who made an account without an organisation, first come first." />
      <Announcement {...announcer} />
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
          onDone={async ({ email, organization_name: organisation }) => {
            await refresh();
            setPerson(undefined);
            announcer.sayHere(`${email} belongs to ${organisation} now, and is told so.`);
          }}
        />
      )}
    </>
  );
}

const Nobody = ({ isPastEnd }: { readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isPastEnd ? 'There is nobody on this page' : 'Nobody waits'}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd ? (
        <Link href="/waiting-list">Back to who came first</Link>
      ) : (
        'Who registers without naming an organisation is listed here.'
      )}
    </Text>
  </>
);
