import { Button, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../account/use-account.ts';
import { Announcement, useAnnouncer } from '../components/announcement.tsx';
import { Confirm } from '../components/confirm.tsx';
import { type Column, ListFrame } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { PageHeading } from '../components/page-heading.tsx';
import { PagesOf } from '../components/pages-of.tsx';
import { Link } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import { removeAgent, useAgents } from '../server/agents.ts';
import type { Agent } from '../server/answers.ts';
import { CampaignAgents } from './campaign-agents.tsx';

const pageSize = 20;

const columns: readonly Column[] = [
  { name: t('Agent') },
  { name: t('Voice'), from: 'sm' },
  { name: t('Languages'), from: 'md' },
  { name: t('Created'), from: 'md' },
  { name: t('Actions'), isUnseen: true },
];

/** Who speaks in calls. Managers and admins make and change them. */
export function AgentsPage({ offset }: { readonly offset: number }) {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const query = useAgents({ limit: pageSize, offset });
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [removed, setRemoved] = useState<Agent>();
  const agents = query.data?.agents ?? [];
  const total = query.data?.total ?? 0;
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['agents'] });
    setRemoved(undefined);
    announcer.sayHere(text);
  };
  return (
    <>
      <PageHeading
        title={t('Agents')}
        lead={t('An agent’s voice, wording and behaviour, shared between campaigns.')}
        aside={
          mayWrite && (
            <Button component={Link} href="/agents/new">
              {t('Create agent')}
            </Button>
          )
        }
      />
      <Announcement {...announcer} />
      <ListFrame
        what={t('agents')}
        query={query}
        columns={columns}
        empty={agents.length === 0 ? <Nothing isPastEnd={total > 0} mayWrite={mayWrite} /> : undefined}
      >
        {agents.map((agent) => (
          <AgentRow key={agent.uuid} agent={agent} mayWrite={mayWrite} onRemove={() => setRemoved(agent)} />
        ))}
      </ListFrame>
      <CampaignAgents />
      <PagesOf path="/agents" total={total} pageSize={pageSize} offset={offset} />
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

interface AgentRowProps {
  readonly agent: Agent;
  readonly mayWrite: boolean;
  readonly onRemove: () => void;
}

const AgentRow = ({ agent, mayWrite, onRemove }: AgentRowProps) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>
      <Link href={`/agents/${agent.uuid}`}>{agent.name}</Link>
      <Text size="sm" className="quiet" lineClamp={2}>
        {agent.greeting}
      </Text>
    </Table.Td>
    <Table.Td visibleFrom="sm">{agent.voice_config.speaker}</Table.Td>
    <Table.Td visibleFrom="md">{agent.languages.join(', ')}</Table.Td>
    <Table.Td visibleFrom="md">
      <Moment iso={agent.created_at} />
    </Table.Td>
    <Table.Td>
      {mayWrite && (
        <Group justify="flex-end">
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('Delete {name}', { name: agent.name })}
            onClick={onRemove}
          >
            {t('Delete')}
          </Button>
        </Group>
      )}
    </Table.Td>
  </Table.Tr>
);

const Nothing = ({ isPastEnd, mayWrite }: { readonly isPastEnd: boolean; readonly mayWrite: boolean }) => (
  <>
    <Text fw={600}>{isPastEnd ? t('There are no agents on this page') : t('No agents of your own yet')}</Text>
    <Text className="quiet" mt={4}>
      {isPastEnd && <Link href="/agents">{t('Back to the first ones')}</Link>}
      {!isPastEnd &&
        (mayWrite ? t('Create one with a name and a voice.') : t('Ask a manager or an admin to create one.'))}
    </Text>
  </>
);
