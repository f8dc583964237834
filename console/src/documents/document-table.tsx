import { Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, ListFrame, type ListFrameProps } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import { Link } from '../frame/router.tsx';
import { t } from '../language/text.ts';
import type { Reading, ReadingKind } from '../server/answers.ts';
import { isBeingRead } from '../server/use-progress.ts';
import { ReadingState } from './reading-state.tsx';
import { readText } from './reading-words.ts';
import { timeText } from './source-place.ts';

export type DocumentWish = 'read' | 'download' | 'rename' | 'delete';

const wishes = [
  ['download', t('Download')],
  ['rename', t('Rename')],
  ['delete', t('Delete')],
] as const satisfies readonly (readonly [DocumentWish, string])[];

const columns: Readonly<Record<ReadingKind, readonly Column[]>> = {
  document: [
    { name: t('Title') },
    { name: t('Company'), from: 'md' },
    { name: t('Year'), from: 'md' },
    { name: t('Pages'), from: 'sm' },
    { name: t('Added'), from: 'md' },
    { name: t('Actions'), from: 'sm', isUnseen: true },
  ],
  audio: [
    { name: t('Title') },
    { name: t('Length'), from: 'sm' },
    { name: t('Added'), from: 'md' },
    { name: t('Actions'), from: 'sm', isUnseen: true },
  ],
};

interface DocumentTableProps {
  readonly kind: ReadingKind;
  readonly query: ListFrameProps['query'];
  readonly readings: readonly Reading[];
  readonly empty: ReactNode;
  readonly onWish: (wish: DocumentWish, reading: Reading) => void;
}

export function DocumentTable({ kind, query, readings, empty, onWish }: DocumentTableProps) {
  return (
    <ListFrame
      what={kind === 'audio' ? t('recordings') : t('documents')}
      query={query}
      columns={columns[kind]}
      empty={readings.length === 0 ? empty : undefined}
    >
      {readings.map((reading) => (
        <Row key={reading.uuid} reading={reading} onWish={(wish) => onWish(wish, reading)} />
      ))}
    </ListFrame>
  );
}

interface RowProps {
  readonly reading: Reading;
  readonly onWish: (wish: DocumentWish) => void;
}

function Row({ reading, onWish }: RowProps) {
  const { kind, uuid, title, file_name } = reading;
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Link href={`/${kind === 'audio' ? 'audio' : 'documents'}/${uuid}`}>{title}</Link>
        {file_name !== title && (
          <Text size="sm" className="quiet">
            {file_name}
          </Text>
        )}
        <ReadingState reading={reading} />
        <Group gap={6} mt={8} hiddenFrom="sm">
          <Wishes reading={reading} onWish={onWish} />
        </Group>
      </Table.Td>
      {kind === 'audio' ? (
        <Table.Td visibleFrom="sm" className="figures">
          {reading.duration_ms !== null && timeText(reading.duration_ms)}
        </Table.Td>
      ) : (
        <>
          <Table.Td visibleFrom="md">{reading.company_name}</Table.Td>
          <Table.Td visibleFrom="md" className="figures">
            {reading.report_year}
          </Table.Td>
          <Table.Td visibleFrom="sm" className="figures">
            {reading.total_pages}
          </Table.Td>
        </>
      )}
      <Table.Td visibleFrom="md">
        <Moment iso={reading.created_at} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Wishes reading={reading} onWish={onWish} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Wishes({ reading, onWish }: RowProps) {
  const { title, work, processed_at } = reading;
  return (
    <>
      {processed_at === null && !isBeingRead(reading) && (
        <Button
          variant={work === null ? 'filled' : 'default'}
          size="compact-sm"
          aria-label={`${readText(reading)}: ${title}`}
          onClick={() => onWish('read')}
        >
          {readText(reading)}
        </Button>
      )}
      {wishes.map(([wish, text]) => (
        <Button
          key={wish}
          variant="default"
          size="compact-sm"
          aria-label={`${text} ${title}`}
          onClick={() => onWish(wish)}
        >
          {text}
        </Button>
      ))}
    </>
  );
}
