import { Badge, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { deleteMcpServer, type McpServer, refreshMcpServer, useMcpServers } from '../../server/tool-settings.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { RowActions, RowButton } from '../../shared/menu/row-actions.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { NewMcpServer } from './new-mcp-server.tsx';

interface Wishes {
  readonly onRefresh: (server: McpServer) => void;
  readonly onDelete: (server: McpServer) => void;
}

const columnsOf = (wishes: Wishes | undefined): readonly DataColumn<McpServer>[] => [
  {
    key: 'name',
    name: t('Name'),
    isFixed: true,
    isBreakable: true,
    render: ({ name, url, last_error: trouble }) => (
      <>
        {name}
        <Text size="sm" className="quiet" ff="monospace">
          {url}
        </Text>
        {trouble !== null && <Text size="sm">{trouble}</Text>}
      </>
    ),
    text: ({ name, url }) => `${name} ${url}`,
    order: ({ name }) => name,
  },
  {
    key: 'tools',
    name: t('Tools'),
    from: 'sm',
    isBreakable: true,
    render: ({ tools }) =>
      tools.map(({ name, problem }) => (
        <Text key={name} size="sm">
          <code>{name}</code>{' '}
          {problem !== null && (
            <Badge variant="default" tt="none" title={problem}>
              {t('Cannot be used')}
            </Badge>
          )}
        </Text>
      )),
    text: ({ tools }) => tools.map(({ name }) => name).join(' '),
  },
  {
    key: 'listed',
    name: t('Tools listed'),
    from: 'md',
    render: ({ listed_at: at }) => (at === null ? t('Never') : <Moment iso={at} />),
    text: ({ listed_at: at }) => at ?? '',
    order: ({ listed_at: at }) => at,
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (server) =>
      wishes && (
        <RowActions name={server.name} more={[{ text: t('Delete'), onChoose: () => wishes.onDelete(server) }]}>
          <RowButton
            text={t('Refresh')}
            label={t('Refresh the tools of {name}', { name: server.name })}
            onClick={() => wishes.onRefresh(server)}
          />
        </RowActions>
      ),
  },
];

/** Page of MCP servers, whose tools agents use. */
export function McpServersPage() {
  const isAdmin = useMe().data?.role === 'admin';
  const query = useMcpServers();
  const queries = useQueryClient();
  const announcer = useAnnouncer();
  const [deleted, setDeleted] = useState<McpServer>();
  const address = useListAddress('/mcp-servers');
  const done = async (text: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['mcp-servers'] });
    setDeleted(undefined);
    announcer.sayHere(text);
  };
  const refresh = async ({ uuid }: McpServer): Promise<void> => {
    const answer = await refreshMcpServer(uuid);
    await done(answer.ok ? listedText(answer.value) : answer.detail);
  };
  const columns = columnsOf(
    isAdmin ? { onRefresh: (server) => void refresh(server), onDelete: setDeleted } : undefined,
  );
  return (
    <>
      <PageHeading
        title={t('MCP servers')}
        help="tools"
        lead={t('Servers that offer tools to your agents over MCP. Choose their tools in the form of an agent.')}
      />
      <Announcement {...announcer} />
      {isAdmin && <NewMcpServer onAdded={(server) => void done(listedText(server))} />}
      <DataTable
        {...wholeListOf({ rows: query.data?.servers, columns, address })}
        id="mcp-servers"
        what={t('MCP servers')}
        query={query}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        searchLabel={t('Search name, address or tool')}
        onTrouble={announcer.sayHere}
        empty={address.isFiltered ? <NoMatch /> : <Text fw={600}>{t('No MCP servers yet')}</Text>}
      />
      {deleted !== undefined && (
        <Confirm
          title={t('Delete “{name}”?', { name: deleted.name })}
          action={t('Delete')}
          send={() => deleteMcpServer(deleted.uuid)}
          onCancel={() => setDeleted(undefined)}
          onDone={() => done(t('{name} was deleted.', { name: deleted.name }))}
          onGone={() => done(t('{name} was deleted already.', { name: deleted.name }))}
        >
          {t('Its tools can no longer be chosen.')}
        </Confirm>
      )}
    </>
  );
}

const listedText = ({ name, tools, last_error: trouble }: McpServer): string =>
  trouble === null
    ? t('{name} offers {count} tools.', { name, count: tools.length })
    : t('The tools of {name} could not be listed: {trouble}', { name, trouble });
