import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';

export interface DialogProps {
  readonly title: string;
  /** Wide enough for tables. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Frame of every dialog. The opener decides where the focus goes afterwards. */
export const DialogFrame = ({ title, isWide = false, onClose, children }: DialogProps) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    centered
    size={isWide ? 'lg' : 'md'}
    // Locking would add a style element without the page's nonce.
    lockScroll={false}
    // Otherwise the dialog's header would be a second banner landmark beside the page's.
    attributes={{ header: { role: 'presentation' } }}
    returnFocus={false}
    closeButtonProps={{ 'aria-label': t('Close') }}
  >
    {children}
  </Modal>
);
