import { Button, Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language/text.ts';

interface RowActionsProps {
  /** Name of the row, which screen readers append to each action. */
  readonly name: string;
  readonly onEdit: () => void;
  /** Undefined for a row that cannot be deleted. */
  readonly onDelete?: (() => void) | undefined;
  /** Label instead of "Edit". */
  readonly edit?: string;
  /** Further actions, shown before these. */
  readonly children?: ReactNode;
}

/** Actions on a row of a table. */
export const RowActions = ({ name, onEdit, onDelete, edit = t('Edit'), children }: RowActionsProps) => (
  <Flex gap={6} justify="flex-end" wrap={{ base: 'wrap', lg: 'nowrap' }}>
    {children}
    <RowAction action={edit} name={name} onClick={onEdit} />
    {onDelete !== undefined && <RowAction action={t('Delete')} name={name} onClick={onDelete} />}
  </Flex>
);

interface RowActionProps {
  readonly action: string;
  readonly name: string;
  readonly onClick: () => void;
}

const RowAction = ({ action, name, onClick }: RowActionProps) => (
  <Button variant="default" size="compact-sm" aria-label={`${action} ${name}`} onClick={onClick}>
    {action}
  </Button>
);
