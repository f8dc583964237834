import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, ListFrame, type ListFrameProps } from '../components/list-frame.tsx';
import { RowActions } from '../components/row-actions.tsx';
import { t } from '../language/text.ts';
import { type Queue, type QueueState, useAssignments, useQueueStates, useTeammates } from '../server/queues.ts';

export type QueueWish = 'edit' | 'delete';

const columns: readonly Column[] = [
  { name: t('Queue') },
  { name: t('People'), from: 'sm' },
  { name: t('Now') },
  { name: t('Actions'), isUnseen: true },
];

interface QueueTableProps {
  readonly query: ListFrameProps['query'];
  readonly queues: readonly Queue[];
  readonly mayWrite: boolean;
  readonly empty: ReactNode;
  readonly onWish: (wish: QueueWish, queue: Queue) => void;
}

export function QueueTable({ query, queues, mayWrite, empty, onWish }: QueueTableProps) {
  const states = useQueueStates(queues.map(({ name }) => name));
  const namesIn = useNamesIn();
  return (
    <ListFrame what={t('queues')} query={query} columns={columns} empty={queues.length === 0 ? empty : undefined}>
      {queues.map((queue) => (
        <Table.Tr key={queue.uuid}>
          <Table.Td miw={96} style={{ overflowWrap: 'anywhere' }}>
            {queue.name}
            {queue.tags.length > 0 && (
              <Text size="sm" className="quiet">
                {queue.tags.join(', ')}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm">{namesIn(queue).join(', ') || t('Nobody')}</Table.Td>
          <Table.Td>
            <Now state={states.get(queue.name)} />
          </Table.Td>
          <Table.Td>
            {mayWrite && (
              <RowActions
                name={queue.name}
                onEdit={() => onWish('edit', queue)}
                onDelete={() => onWish('delete', queue)}
              />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListFrame>
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

/** Who is in a queue, by its members and its tags, as far as they are known by name. */
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
