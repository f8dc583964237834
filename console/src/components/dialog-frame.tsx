import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../language/text.ts';

export interface DialogProps {
  readonly title: string;
  /** For tables. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of everything that asks above a page. Where the focus goes afterwards is up to who opened it. */
export const DialogFrame = ({ title, isWide = false, onClose, children }: DialogProps) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    centered
    size={isWide ? 'lg' : 'md'}
    // Locking would add a style without the page's nonce.
    lockScroll={false}
    // The landmark of the page is its own header.
    attributes={{ header: { role: 'presentation' } }}
    returnFocus={false}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {children}
  </Modal>
);
