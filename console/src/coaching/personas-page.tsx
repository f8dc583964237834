import { Button, Text } from '@mantine/core';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import type { DataColumn } from '../components/data-table/column.ts';
import { DataTable } from '../components/data-table/data-table.tsx';
import { useListAddress } from '../components/data-table/use-list-address.ts';
import { dateAndTime } from '../components/figures.ts';
import { PageHeading } from '../components/page-heading.tsx';
import { Link, navigate } from '../frame/router.tsx';
import { rich, t } from '../language/text.ts';
import { type Persona, usePersonas } from '../server/coaching.ts';

const pageSize = 20;

const columns: readonly DataColumn<Persona>[] = [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    render: ({ uuid, name }) => <Link href={`/personas/${uuid}`}>{name}</Link>,
  },
  { key: 'language', name: t('Language'), from: 'sm', render: ({ language_code: code }) => code },
  { key: 'objections', name: t('Objections'), isNumber: true, render: ({ objections }) => objections.length },
  {
    key: 'hidden',
    name: t('Hidden facts'),
    isNumber: true,
    from: 'sm',
    render: ({ hidden_state: hidden }) => (typeof hidden === 'string' ? '' : Object.keys(hidden).length),
  },
  {
    key: 'documents',
    name: t('Documents'),
    isNumber: true,
    from: 'md',
    render: ({ document_uuids: documents }) => documents.length,
  },
  {
    key: 'created',
    name: t('Created'),
    from: 'sm',
    render: ({ created_at: at }) => <span className="moment">{dateAndTime(at)}</span>,
  },
];

/** Page of simulated customers. */
export function PersonasPage() {
  const role = useMe().data?.role;
  const address = useListAddress('/personas');
  const announcer = useAnnouncer();
  const query = usePersonas({ limit: pageSize, offset: address.offset });
  return (
    <>
      <PageHeading
        title={t('Personas')}
        lead={t('A persona is a simulated customer: what they say, object to and withhold.')}
        aside={role !== 'member' && <Button onClick={() => navigate('/personas/new')}>{t('Create persona')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        id="personas"
        what={t('personas')}
        address={address}
        query={query}
        rows={query.data?.results}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/personas/${uuid}`}
        onTrouble={announcer.sayHere}
        empty={
          <>
            <Text fw={600}>{t('No personas yet')}</Text>
            <Text className="quiet" mt={4}>
              {rich('Create the first one, then a {link} for it.', {
                link: <Link href="/scenarios">{t('scenario')}</Link>,
              })}
            </Text>
          </>
        }
      />
    </>
  );
}
