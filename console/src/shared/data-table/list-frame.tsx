import { Paper, Skeleton, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { TroubleNotice } from '../page/trouble-notice.tsx';

const rowsWhileLoading = ['first', 'second', 'third'] as const;

export interface ListFrameProps {
  /** Plural noun for the rows, in lower case: "api keys". */
  readonly what: string;
  readonly query: {
    readonly isError: boolean;
    readonly error: Error | null;
    readonly data: unknown;
    refetch(): unknown;
  };
  /** Advice for an empty list; undefined if the list is not empty. */
  readonly empty?: ReactNode | undefined;
  /** Columns, those for narrow screens first. */
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}

export interface Column {
  readonly name: string;
  /** Minimum screen width at which the column is shown. */
  readonly from?: 'sm' | 'md';
  /** Aligns the heading right, like its cells. */
  readonly isNumber?: boolean;
  /** Whether the name is shown to screen readers only. */
  readonly isUnseen?: boolean;
}

/** A table with its states: loading, failed, empty and loaded. */
export function ListFrame({ what, query, empty, columns, children }: ListFrameProps) {
  if (query.isError) {
    const retry = (): void => void query.refetch();
    return (
      <TroubleNotice
        title={t('Could not load the {what}', { what })}
        advice={query.error?.message ?? ''}
        onRetry={retry}
      />
    );
  }
  if (query.data === undefined) {
    return (
      <Paper className="surface" p="md" role="status" aria-label={t('Loading the {what}', { what })}>
        <Stack gap="sm">
          {rowsWhileLoading.map((row) => (
            <Skeleton key={row} height={28} />
          ))}
        </Stack>
      </Paper>
    );
  }
  if (empty !== undefined) {
    return (
      <Paper className="surface" p="xl" ta="center">
        <Text component="div">{empty}</Text>
      </Paper>
    );
  }
  return (
    <Paper className="surface" p={{ base: 'xs', sm: 'md' }}>
      <Table.ScrollContainer
        minWidth={0}
        type="native"
        tabIndex={0}
        aria-label={t('The {what}, a table that scrolls', { what })}
      >
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ name, from, isUnseen, isNumber }) => (
                <Table.Th
                  key={name}
                  scope="col"
                  {...(from === undefined ? {} : { visibleFrom: from })}
                  {...(isNumber === true ? { ta: 'end' } : {})}
                >
                  {isUnseen === true ? <span className="unseen">{name}</span> : name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>{children}</Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}
