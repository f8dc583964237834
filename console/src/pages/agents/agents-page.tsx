import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { removeAgent, useAllAgents } from '../../server/agents.ts';
import type { Agent } from '../../server/answers.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import type { RowAction } from '../../shared/menu/row-menu.tsx';
import { Link, navigate } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { CampaignAgents } from './campaign-agents.tsx';
import { useCopyActions } from './copy-actions.ts';

const columnsOf = (actionsOf: ((agent: Agent) => readonly RowAction[]) | undefined): readonly DataColumn<Agent>[] => [
  {
    key: 'name',
    name: t('Agent'),
    isFixed: true,
    isBreakable: true,
    render: ({ uuid, name, greeting }) => (
      <>
        <Link href={`/agents/${uuid}`}>{name}</Link>
        <Text size="sm" className="quiet" lineClamp={2}>
          {greeting}
        </Text>
      </>
    ),
    text: ({ name }) => name,
    order: ({ name }) => name,
  },
  {
    key: 'voice',
    name: t('Voice'),
    from: 'sm',
    render: ({ voice_config: { speaker }, status_reason: reason }) => (
      <>
        {speaker}
        {reason !== null && (
          <Text size="sm" className="quiet">
            {t('This voice does not exist; another one speaks.')}
          </Text>
        )}
      </>
    ),
    text: ({ voice_config: { speaker } }) => speaker,
    order: ({ voice_config: { speaker } }) => speaker,
  },
  {
    key: 'languages',
    name: t('Languages'),
    from: 'md',
    render: ({ languages }) => languages.join(', '),
    text: ({ languages }) => languages.join(' '),
  },
  {
    key: 'created',
    name: t('Created'),
    from: 'md',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
  ...(actionsOf === undefined ? [] : [actionsColumn(actionsOf)]),
];

const actionsColumn = (actionsOf: (agent: Agent) => readonly RowAction[]): DataColumn<Agent> => ({
  key: 'actions',
  name: t('Actions'),
  isFixed: true,
  isUnseen: true,
  render: (agent) => <RowActions name={agent.name} more={actionsOf(agent)} />,
});

/** Page that lists voice agents. Managers and admins create and edit them. */
export function AgentsPage() {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const query = useAllAgents();
  const address = useListAddress('/agents');
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [removed, setRemoved] = useState<Agent>();
  const copyActions = useCopyActions(announcer.sayHere);
  const actionsOf = (agent: Agent): readonly RowAction[] => [
    { text: t('Edit'), onChoose: () => navigate(`/agents/${agent.uuid}`) },
    ...copyActions(agent.uuid),
    { text: t('Delete'), onChoose: () => setRemoved(agent) },
  ];
  const columns = columnsOf(mayWrite ? actionsOf : undefined);
  const list = wholeListOf({ rows: query.data?.agents, columns, address });
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['agents'] });
    setRemoved(undefined);
    announcer.sayHere(text);
  };
  return (
    <>
      <PageHeading
        title={t('Agents')}
        help="tools"
        lead={t('An agent’s voice, wording and behaviour, shared between campaigns.')}
        aside={<WaysToAdd mayWrite={mayWrite} />}
      />
      <Announcement {...announcer} />
      <DataTable
        {...list}
        id="agents"
        what={t('agents')}
        query={query}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/agents/${uuid}`}
        searchLabel={t('Search agents')}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <Nothing mayWrite={mayWrite} />}
      />
      <CampaignAgents />
      {removed !== undefined && (
        <Confirm
          title={t('Delete {name}?', { name: removed.name })}
          action={t('Delete')}
          send={() => removeAgent(removed.uuid)}
          onCancel={() => setRemoved(undefined)}
          onDone={() => done(t('{name} was deleted.', { name: removed.name }))}
          onGone={() => done(t('{name} was deleted already.', { name: removed.name }))}
        >
          {t('It is removed from inactive campaigns. This cannot be undone.')}
        </Confirm>
      )}
    </>
  );
}

const WaysToAdd = ({ mayWrite }: { readonly mayWrite: boolean }) => (
  <Group gap="sm">
    <Button component={Link} href="/agents/gallery" variant="default">
      {t('Gallery')}
    </Button>
    {mayWrite && (
      <>
        <Button component={Link} href="/agents/import" variant="default">
          {t('Import')}
        </Button>
        <Button component={Link} href="/agents/new">
          {t('Create agent')}
        </Button>
      </>
    )}
  </Group>
);

const Nothing = ({ mayWrite }: { readonly mayWrite: boolean }) => (
  <>
    <Text fw={600}>{t('No agents of your own yet')}</Text>
    <Text className="quiet" mt={4}>
      {mayWrite
        ? rich('Create one with a name and a voice, or start from one of the {gallery}.', {
            gallery: <Link href="/agents/gallery">{t('gallery')}</Link>,
          })
        : t('Ask a manager or an admin to create one.')}
    </Text>
  </>
);
