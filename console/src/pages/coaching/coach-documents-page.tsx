import { Badge, Button, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type CoachDocument, removeCoachDocument, useAllCoachDocuments } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import { NoMatch } from '../../shared/data-table/no-match.tsx';
import { useListAddress } from '../../shared/data-table/use-list-address.ts';
import { wholeListOf } from '../../shared/data-table/whole-list.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { RowActions } from '../../shared/menu/row-actions.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { PageHeading } from '../../shared/page/page-heading.tsx';
import { AddDocumentDialog } from './add-document-dialog.tsx';

export const documentStates = {
  processing: { text: t('Processing'), color: 'blue' },
  ready: { text: t('Ready'), color: 'teal' },
  failed: { text: t('Failed'), color: 'red' },
} as const;

const columnsOf = (onRemove: ((document: CoachDocument) => void) | undefined): readonly DataColumn<CoachDocument>[] => [
  {
    key: 'title',
    name: t('Title'),
    isFixed: true,
    render: ({ uuid, title }) => <Link href={`/coach-documents/${uuid}`}>{title}</Link>,
    text: ({ title }) => title,
    order: ({ title }) => title,
  },
  { key: 'source', name: t('Source'), from: 'sm', render: ({ source }) => (source === 'text' ? t('Text') : t('File')) },
  {
    key: 'status',
    name: t('Status'),
    render: ({ status }) => (
      <Badge variant="light" color={documentStates[status].color} c="var(--mantine-color-text)" tt="none">
        {documentStates[status].text}
      </Badge>
    ),
  },
  {
    key: 'created',
    name: t('Added'),
    from: 'md',
    render: ({ created_at: at }) => <span className="moment">{dateAndTime(at)}</span>,
    text: ({ created_at: at }) => at,
    order: ({ created_at: at }) => at,
  },
  ...(onRemove === undefined
    ? []
    : [
        {
          key: 'actions',
          name: t('Actions'),
          isFixed: true,
          isUnseen: true,
          render: (document: CoachDocument) => (
            <RowActions name={document.title} more={[{ text: t('Delete'), onChoose: () => onRemove(document) }]} />
          ),
        },
      ]),
];

/** Page of documents that simulated customers know, and with which answers to objections must agree. */
export function CoachDocumentsPage() {
  const role = useMe().data?.role;
  const mayWrite = role === 'manager' || role === 'admin';
  const address = useListAddress('/coach-documents');
  const announcer = useAnnouncer();
  const queries = useQueryClient();
  const query = useAllCoachDocuments();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<CoachDocument>();
  const columns = columnsOf(mayWrite ? setRemoved : undefined);
  const done = async (sentence: string): Promise<void> => {
    await queries.invalidateQueries({ queryKey: ['coach-documents'] });
    setAdding(false);
    setRemoved(undefined);
    announcer.sayHere(sentence);
  };
  return (
    <>
      <PageHeading
        title={t('Coach documents')}
        help="coaching"
        lead={t('What answers to the objections of personas must fit: prices, policies, product sheets.')}
        aside={mayWrite && <Button onClick={() => setAdding(true)}>{t('Add a document')}</Button>}
      />
      <Announcement {...announcer} />
      <DataTable
        {...wholeListOf({ rows: query.data?.results, columns, address })}
        id="coach documents"
        what={t('coach documents')}
        query={query}
        columns={columns}
        keyOf={({ uuid }) => uuid}
        hrefOf={({ uuid }) => `/coach-documents/${uuid}`}
        onTrouble={announcer.sayHere}
        searchLabel={t('Search documents')}
        empty={address.isFiltered ? <NoMatch /> : <Text fw={600}>{t('No coach documents yet')}</Text>}
      />
      {isAdding && (
        <AddDocumentDialog
          onCancel={() => setAdding(false)}
          onDone={({ title, status }) =>
            void done(
              status === 'ready' ? t('{title} added.', { title }) : t('{title} added. It is being read.', { title }),
            )
          }
        />
      )}
      {removed !== undefined && (
        <Confirm
          title={t('Delete {title}?', { title: removed.title })}
          action={t('Delete the document')}
          send={() => removeCoachDocument(removed.uuid)}
          onDone={() => done(t('{title} deleted.', { title: removed.title }))}
          onGone={() => done(t('{title} had been deleted already.', { title: removed.title }))}
          onCancel={() => setRemoved(undefined)}
        >
          {t('It is also removed from the personas that name it. Earlier runs are unchanged.')}
        </Confirm>
      )}
    </>
  );
}
