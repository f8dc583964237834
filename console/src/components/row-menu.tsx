import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { RowAction } from './row-actions.tsx';

export interface RowMenuProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly actions: readonly RowAction[];
  /** The button that opens it. */
  readonly children: ReactNode;
}

/** The actions of a row below its button. The table would clip it, and screen readers look for it in the main part of the page. */
export const RowMenu = ({ isOpen, onChange, actions, children }: RowMenuProps) => (
  <Menu
    opened={isOpen}
    onChange={onChange}
    position="bottom-end"
    shadow="md"
    portalProps={{ target: '#main' }}
    withInitialFocusPlaceholder={false}
    closeOnItemClick={false}
    returnFocus={false}
  >
    <Menu.Target>{children}</Menu.Target>
    <Menu.Dropdown>
      {actions.map(({ text, onChoose }) => (
        <Menu.Item
          key={text}
          onClick={() => {
            onChange(false);
            onChoose();
          }}
        >
          {text}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
