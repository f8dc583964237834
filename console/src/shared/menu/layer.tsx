import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';

export interface LayerProps {
  /** Name of the layer for screen readers. */
  readonly name: string;
  readonly width: number;
  readonly position?: 'bottom-start' | 'bottom-end';
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** Called when the layer has disappeared. */
  readonly onClosed?: () => void;
  readonly content: ReactNode;
  /** The button that opens the layer. */
  readonly children: ReactNode;
}

/** A layer below a button. It receives the focus when it opens. */
export const Layer = ({
  name,
  width,
  position = 'bottom-end',
  isOpen,
  onChange,
  onClosed,
  content,
  children,
}: LayerProps) => (
  <Popover
    opened={isOpen}
    onChange={onChange}
    {...(onClosed && { onExitTransitionEnd: onClosed })}
    width={width}
    position={position}
    shadow="md"
    trapFocus
    returnFocus
    // A layer taller than the window scrolls its button out of sight, and would vanish with what was typed.
    hideDetached={false}
  >
    <Popover.Target>{children}</Popover.Target>
    <Popover.Dropdown aria-label={name}>{content}</Popover.Dropdown>
  </Popover>
);
