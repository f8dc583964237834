import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { lazyExtra } from '../navigation/lazy-extra.tsx';
import type { RowAction, RowMenuProps } from './row-menu.tsx';

interface RowActionsProps {
  /** The row, as screen readers name it. */
  readonly name: string;
  /** Actions in the menu. The menu is omitted if the list is empty. */
  readonly more: readonly RowAction[];
  /** The one action that has a button of its own. */
  readonly children?: ReactNode;
}

const load = () => import('./row-menu.tsx').then(({ RowMenu }) => RowMenu);
const RowMenu = lazyExtra<RowMenuProps>(load);
const preload = (): void => void load().catch(() => undefined);

/** Actions of a row: at most one button, and a menu of the others, mounted when first opened. */
export const RowActions = ({ name, more, children }: RowActionsProps) => (
  <Group gap={6} justify="flex-end" wrap="nowrap">
    {children}
    {more.length > 0 && <More name={name} more={more} />}
  </Group>
);

function More({ name, more }: Pick<RowActionsProps, 'name' | 'more'>) {
  /** Undefined until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>();
  const target = useRef<HTMLButtonElement>(null);
  const look = {
    ...({ variant: 'subtle', color: 'gray', size: 32, c: 'var(--mantine-color-text)' } as const),
    'aria-label': t('More actions for {name}', { name }),
    ref: target,
  };
  const icon = <IconDots size={18} aria-hidden />;
  const button = (
    <ActionIcon {...look} aria-haspopup="menu" onPointerEnter={preload} onFocus={preload} onClick={() => setOpen(true)}>
      {icon}
    </ActionIcon>
  );
  if (isOpen === undefined) return button;
  return (
    <Suspense fallback={button}>
      <RowMenu
        isOpen={isOpen}
        onChange={(opens) => {
          setOpen(opens);
          // Before an action opens a dialog, which gives the focus back to what had it.
          if (!opens) target.current?.focus();
        }}
        actions={more}
      >
        <ActionIcon {...look}>{icon}</ActionIcon>
      </RowMenu>
    </Suspense>
  );
}

interface RowButtonProps {
  readonly text: string;
  /** The text and the row, for screen readers. */
  readonly label: string;
  readonly onClick: () => void;
}

/** The action of a row that has a button. */
export const RowButton = ({ text, label, onClick }: RowButtonProps) => (
  <Button variant="default" size="compact-sm" aria-label={label} onClick={onClick} style={{ flexShrink: 0 }}>
    {text}
  </Button>
);
