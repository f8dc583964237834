import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import styles from './sort-button.module.css';

interface SortButtonProps {
  readonly name: string;
  /** Undefined if the rows are not in the order of this column. */
  readonly direction: 'ascending' | 'descending' | undefined;
  readonly onClick: () => void;
}

/** Heading of a column by which rows can be sorted. */
export function SortButton({ name, direction, onClick }: SortButtonProps) {
  const Icon = direction === undefined ? IconArrowsSort : direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton className={styles.sort} data-sorted={direction !== undefined} onClick={onClick}>
      {name}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}
