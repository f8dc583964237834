import { Button, Text } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { type Persona, useAllPersonas } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';

const columns: readonly DataColumn<Persona>[] = [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    render: ({ uuid, name }) => <Link href={`/personas/${uuid}`}>{name}</Link>,
    text: ({ name }) => name,
    order: ({ name }) => name,
  },
  {
    key: 'language',
    name: t('Language'),
    from: 'sm',
    render: ({ language_code: code }) => code,
    text: ({ language_code: code }) => code,
    order: ({ language_code: code }) => code,
  },
  {
    key: 'objections',
    name: t('Objections'),
    isNumber: true,
    render: ({ objections }) => objections.length,
    text: ({ objections }) => `${objections.length}`,
    order: ({ objections }) => objections.length,
  },
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
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
];

/** Page of simulated customers. */
export function PersonasPage() {
  const role = useMe().data?.role;
  const address = useListAddress('/personas');
  const announcer = useAnnouncer();
  const query = useAllPersonas();
  return (
    <>
      <PageHeading
        title={t('Personas')}
        help="coaching"
        lead={t('A persona is a simulated customer: what they say, object to and withhold.')}
        aside={role !== 'member' && <Button onClick={() => navigate('/personas/new')}>{t('Create persona')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        {...wholeListOf({ rows: query.data?.results, columns, address })}
        id="personas"
        what={t('personas')}
        query={query}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/personas/${uuid}`}
        searchLabel={t('Search personas')}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <NoPersonas />}
      />
    </>
  );
}

const NoPersonas = () => (
  <>
    <Text fw={600}>{t('No personas yet')}</Text>
    <Text className="quiet" mt={4}>
      {rich('Create the first one, then a {link} for it.', {
        link: <Link href="/scenarios">{t('scenario')}</Link>,
      })}
    </Text>
  </>
);
