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
import { type Scenario, useAllPersonas, useScenarios } from '../server/coaching.ts';
import { difficultyNames } from './run-words.ts';

const pageSize = 20;

const columnsOf = (personaOf: (uuid: string) => string): readonly DataColumn<Scenario>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    render: ({ uuid, name }) => <Link href={`/scenarios/${uuid}`}>{name}</Link>,
  },
  { key: 'persona', name: t('Persona'), from: 'sm', render: ({ persona_uuid: uuid }) => personaOf(uuid) },
  { key: 'objective', name: t('Objective'), from: 'lg', render: ({ objective }) => objective },
  { key: 'difficulty', name: t('Difficulty'), render: ({ difficulty }) => difficultyNames[difficulty] },
  { key: 'category', name: t('Category'), from: 'md', render: ({ category }) => category },
  {
    key: 'created',
    name: t('Created'),
    from: 'md',
    render: ({ created_at: at }) => <span className="moment">{dateAndTime(at)}</span>,
  },
];

/** Page of the situations in which personas call. */
export function ScenariosPage() {
  const role = useMe().data?.role;
  const address = useListAddress('/scenarios');
  const announcer = useAnnouncer();
  const query = useScenarios({ limit: pageSize, offset: address.offset });
  const personas = useAllPersonas().data?.results ?? [];
  return (
    <>
      <PageHeading
        title={t('Scenarios')}
        lead={t('A scenario is a persona in a situation, with an objective for the agent.')}
        aside={role !== 'member' && <Button onClick={() => navigate('/scenarios/new')}>{t('Create scenario')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        id="scenarios"
        what={t('scenarios')}
        address={address}
        query={query}
        rows={query.data?.results}
        total={query.data?.total ?? 0}
        pageSize={pageSize}
        columns={columnsOf((uuid) => personas.find((one) => one.uuid === uuid)?.name ?? '')}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/scenarios/${uuid}`}
        onTrouble={announcer.sayHere}
        empty={
          <>
            <Text fw={600}>{t('No scenarios yet')}</Text>
            <Text className="quiet" mt={4}>
              {rich('A scenario needs a {link}.', { link: <Link href="/personas">{t('persona')}</Link> })}
            </Text>
          </>
        }
      />
    </>
  );
}
