import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import {
  type Queue,
  type QueueState,
  type useAllQueues,
  useAssignments,
  useQueueStates,
  useTeammates,
} from '../../server/queues.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { RowActions } from '../../shared/menu/row-actions.tsx';

export type QueueWish = 'edit' | 'delete';

interface ColumnOptions {
  readonly peopleIn: (queue: Queue) => string;
  readonly states: ReadonlyMap<string, QueueState>;
  /** Undefined for users who may not change queues. */
  readonly onWish: ((wish: QueueWish, queue: Queue) => void) | undefined;
}

const columnsOf = ({ peopleIn, states, onWish }: ColumnOptions): readonly DataColumn<Queue>[] => [
  {
    key: 'queue',
    name: t('Queue'),
    isFixed: true,
    isBreakable: true,
    render: ({ name, tags }) => (
      <Box miw={96}>
        {name}
        {tags.length > 0 && (
          <Text size="sm" className="quiet">
            {tags.join(', ')}
          </Text>
        )}
      </Box>
    ),
    text: ({ name, tags }) => [name, ...tags].join(', '),
    order: ({ name }) => name,
  },
  { key: 'people', name: t('People'), from: 'sm', render: peopleIn, text: peopleIn },
  { key: 'now', name: t('Now'), render: ({ name }) => <Now state={states.get(name)} /> },
  ...(onWish === undefined
    ? []
    : [
        {
          key: 'actions',
          name: t('Actions'),
          isFixed: true,
          isUnseen: true,
          render: (queue: Queue) => (
            <RowActions
              name={queue.name}
              more={[
                { text: t('Edit'), onChoose: () => onWish('edit', queue) },
                { text: t('Delete'), onChoose: () => onWish('delete', queue) },
              ]}
            />
          ),
        },
      ]),
];

interface QueueTableProps extends Pick<ColumnOptions, 'onWish'> {
  readonly query: ReturnType<typeof useAllQueues>;
  readonly empty: ReactNode;
  readonly onTrouble: (sentence: string) => void;
}

export function QueueTable({ query, empty, onWish, onTrouble }: QueueTableProps) {
  const address = useListAddress('/queues');
  const queues = query.data?.queues;
  const states = useQueueStates((queues ?? []).map(({ name }) => name));
  const namesIn = useNamesIn();
  const columns = columnsOf({ peopleIn: (queue) => namesIn(queue).join(', ') || t('Nobody'), states, onWish });
  return (
    <DataTable
      {...wholeListOf({ rows: queues, columns, address })}
      id="queues"
      what={t('queues')}
      query={query}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      searchLabel={t('Search queue or person')}
      onTrouble={onTrouble}
      empty={address.isFiltered ? <NoMatch /> : empty}
    />
  );
}

function Now({ state }: { readonly state: QueueState | undefined }) {
  if (state === undefined) return null;
  return (
    <>
      <Text size="sm" {...(state.available ? { fw: 600 } : { className: 'quiet' })}>
        {state.available ? t('Somebody is free') : t('Nobody is free')}
      </Text>
      {state.queue_depth > 0 && <Text size="sm">{t('{queueDepth} ringing', { queueDepth: state.queue_depth })}</Text>}
    </>
  );
}

/** Returns the names of a queue's people, from its members and tags, as far as they are known. */
function useNamesIn(): (queue: Queue) => string[] {
  const teammates = useTeammates().data?.phone_numbers ?? [];
  const assignments = useAssignments().data?.tag_assignments ?? [];
  return ({ members, tags }) => {
    const byTag = assignments.filter((one) => one.tags.some((tag) => tags.includes(tag))).map((one) => one.user_uuid);
    const uuids = [...new Set([...members, ...byTag])];
    const known = teammates.filter(({ user_uuid }) => uuids.includes(user_uuid));
    const others = uuids.length - known.length;
    return [
      ...known.map(({ name, email }) => name ?? email),
      ...(others === 0 ? [] : [t('{others} without a number', { others })]),
    ];
  };
}
