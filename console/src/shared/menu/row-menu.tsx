import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

export interface RowAction {
  readonly text: string;
  readonly onChoose: () => void;
}

export interface RowMenuProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  readonly actions: readonly RowAction[];
  /** The button that opens it. */
  readonly children: ReactNode;
}

/** Menu of a row, mounted in `main`: the table would clip it, and all content belongs to a landmark. */
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
