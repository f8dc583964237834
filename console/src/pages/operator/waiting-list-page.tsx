import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { WaitingPerson } from '../../server/answers.ts';
import { loadWaiting, useWaiting } from '../../server/superadmin.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { ShownOnce } from '../../shared/page/shown-once.tsx';
import { ApproveDialog, type Approved } from './approve-dialog.tsx';
import { SuperadminsOnly } from './superadmins-only.tsx';

const pageSize = 20;

const columnsOf = (onApprove: (person: WaitingPerson) => void): readonly DataColumn<WaitingPerson>[] => [
  {
    key: 'person',
    name: t('Person'),
    isFixed: true,
    isBreakable: true,
    render: ({ name, email }) => (
      <>
        {name ?? email}
        {name !== null && (
          <Text size="sm" className="quiet">
            {email}
          </Text>
        )}
      </>
    ),
    text: ({ name, email }) => (name === null ? email : `${name} <${email}>`),
  },
  {
    key: 'since',
    name: t('Since'),
    from: 'sm',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
  },
  {
    key: 'actions',
    name: t('Approve'),
    isFixed: true,
    isUnseen: true,
    render: (waiting) => (
      <Group justify="flex-end">
        <Button
          variant="default"
          size="compact-sm"
          aria-label={t('Approve {email}', { email: waiting.email })}
          onClick={() => onApprove(waiting)}
        >
          {t('Approve')}
        </Button>
      </Group>
    ),
  },
];

/** Page of users without an organisation. */
export function WaitingListPage() {
  const isAllowed = useMe().data?.superadmin === true;
  return isAllowed ? <WaitingList /> : <SuperadminsOnly title={t('Waiting list')} />;
}

function WaitingList() {
  const address = useListAddress('/waiting-list');
  const q = address.get('q');
  const filter = q === '' ? {} : { q };
  const query = useWaiting({ limit: pageSize, offset: address.offset, ...filter }, true);
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [person, setPerson] = useState<WaitingPerson>();
  const [approved, setApproved] = useState<Approved>();
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
      <DataTable
        id="waiting-list"
        what={t('waiting list')}
        address={address}
        query={query}
        rows={query.data?.results}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columnsOf(setPerson)}
        keyOf={({ email }) => email}
        searchLabel={t('Name or e-mail')}
        load={(page) => loadWaiting({ ...page, ...filter })}
        onTrouble={announcer.sayHere}
        empty={q !== '' ? <NoMatch /> : <Nobody isPastEnd={(query.data?.total ?? 0) > 0} />}
      />
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
