import { Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { fileSize } from '../figures.ts';
import type { StoredDocument } from '../server/answers.ts';
import { type Column, ListFrame, type ListFrameProps } from './list-frame.tsx';
import { Moment } from './moment.tsx';

export type DocumentWish = 'download' | 'rename' | 'delete';

const wishes = [
  ['download', 'Download'],
  ['rename', 'Rename'],
  ['delete', 'Delete'],
] as const satisfies readonly (readonly [DocumentWish, string])[];

const columns: readonly Column[] = [
  { name: 'Title' },
  { name: 'Size', from: 'sm' },
  { name: 'Added', from: 'md' },
  { name: 'What to do with it', isUnseen: true },
];

interface DocumentTableProps {
  readonly query: ListFrameProps['query'];
  readonly documents: readonly StoredDocument[];
  readonly empty: ReactNode;
  readonly onWish: (wish: DocumentWish, document: StoredDocument) => void;
}

export function DocumentTable({ query, documents, empty, onWish }: DocumentTableProps) {
  return (
    <ListFrame what="documents" query={query} columns={columns} empty={documents.length === 0 ? empty : undefined}>
      {documents.map((document) => (
        <Table.Tr key={document.uuid}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            {document.title}
            {document.file_name !== document.title && (
              <Text size="sm" className="quiet">
                {document.file_name}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm" className="figures" style={{ whiteSpace: 'nowrap' }}>
            {fileSize(document.size_bytes)}
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Moment iso={document.created_at} />
          </Table.Td>
          <Table.Td>
            <Group gap={6} justify="flex-end">
              {wishes.map(([wish, text]) => (
                <Button
                  key={wish}
                  variant="default"
                  size="compact-sm"
                  aria-label={`${text} ${document.title}`}
                  onClick={() => onWish(wish, document)}
                >
                  {text}
                </Button>
              ))}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListFrame>
  );
}
