import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import type { Reading, ReadingKind } from '../../server/answers.ts';
import type { useAllReadings } from '../../server/readings.ts';
import { isBeingRead } from '../../server/use-progress.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { OwnerText } from '../../shared/documents/owner-text.tsx';
import { ReadingState } from '../../shared/documents/reading-state.tsx';
import { readText } from '../../shared/documents/reading-words.ts';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { timeText } from './source-place.ts';

export type DocumentWish = 'read' | 'download' | 'rename' | 'share' | 'delete';

/** Only the owner of a document changes it. */
const wishesOf = ({ is_own, visibility }: Reading): readonly (readonly [DocumentWish, string])[] => [
  ['download', t('Download')],
  ...(is_own
    ? ([
        ['rename', t('Rename')],
        ['share', visibility === 'private' ? t('Share with the organisation') : t('Make private')],
        ['delete', t('Delete')],
      ] as const)
    : []),
];

type OnWish = (wish: DocumentWish, reading: Reading) => void;

const titleOf = ({ title, file_name }: Reading): string => (file_name === title ? title : `${title} (${file_name})`);

const title: DataColumn<Reading> = {
  key: 'title',
  name: t('Title'),
  isFixed: true,
  isBreakable: true,
  render: (reading) => (
    <>
      <Link href={pathOf(reading)}>{reading.title}</Link>
      {reading.file_name !== reading.title && (
        <Text size="sm" className="quiet">
          {reading.file_name}
        </Text>
      )}
      <ReadingState reading={reading} />
      <OwnerText reading={reading} />
    </>
  ),
  text: titleOf,
  order: ({ title: text }) => text,
};

/** Columns of extracted facts. */
const found: readonly DataColumn<Reading>[] = [
  {
    key: 'company',
    name: t('Company'),
    from: 'md',
    render: ({ company_name: company }) => company,
    text: ({ company_name: company }) => company ?? '',
    order: ({ company_name: company }) => company,
  },
  {
    key: 'year',
    name: t('Year'),
    from: 'md',
    isNumber: true,
    render: ({ report_year: year }) => year,
    text: ({ report_year: year }) => `${year ?? ''}`,
    order: ({ report_year: year }) => year,
  },
  {
    key: 'pages',
    name: t('Pages'),
    from: 'sm',
    isNumber: true,
    render: ({ total_pages: pages }) => pages,
    text: ({ total_pages: pages }) => `${pages ?? ''}`,
    order: ({ total_pages: pages }) => pages,
  },
];

const length: DataColumn<Reading> = {
  key: 'length',
  name: t('Length'),
  from: 'sm',
  isNumber: true,
  render: ({ duration_ms: ms }) => ms !== null && timeText(ms),
  text: ({ duration_ms: ms }) => (ms === null ? '' : timeText(ms)),
  order: ({ duration_ms: ms }) => ms,
};

const columnsOf = (kind: ReadingKind, onWish: OnWish): readonly DataColumn<Reading>[] => [
  title,
  ...(kind === 'audio' ? [length] : found),
  {
    key: 'added',
    name: t('Added'),
    from: 'md',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (reading) => (
      <RowActions
        name={reading.title}
        more={wishesOf(reading).map(([wish, text]) => ({ text, onChoose: () => onWish(wish, reading) }))}
      >
        <ReadButton reading={reading} onRead={() => onWish('read', reading)} />
      </RowActions>
    ),
  },
];

const paths = { document: '/documents', audio: '/audio' } as const;
const pathOf = ({ kind, uuid }: Reading): string => `${paths[kind]}/${uuid}`;

interface DocumentTableProps {
  readonly kind: ReadingKind;
  readonly query: ReturnType<typeof useAllReadings>;
  readonly empty: ReactNode;
  readonly onWish: OnWish;
  readonly onTrouble: (sentence: string) => void;
}

export function DocumentTable({ kind, query, empty, onWish, onTrouble }: DocumentTableProps) {
  const address = useListAddress(paths[kind]);
  const columns = columnsOf(kind, onWish);
  return (
    <DataTable
      {...wholeListOf({ rows: query.data?.readings, columns, address })}
      id={kind === 'audio' ? 'recordings' : 'documents'}
      what={kind === 'audio' ? t('recordings') : t('documents')}
      query={query}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      hrefOf={pathOf}
      searchLabel={kind === 'audio' ? t('Search recordings') : t('Search title or company')}
      onTrouble={onTrouble}
      empty={address.isFiltered ? <NoMatch /> : empty}
    />
  );
}

interface ReadButtonProps {
  readonly reading: Reading;
  readonly onRead: () => void;
}

/** Nothing where the document was read, or is being read. */
function ReadButton({ reading, onRead }: ReadButtonProps) {
  if (reading.processed_at !== null || isBeingRead(reading) || !reading.is_own) return null;
  return (
    <Button
      variant={reading.work === null ? 'filled' : 'default'}
      size="compact-sm"
      aria-label={`${readText(reading)}: ${reading.title}`}
      onClick={onRead}
      style={{ flexShrink: 0 }}
    >
      {readText(reading)}
    </Button>
  );
}
