import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../language/text.ts';

interface DialogProps {
  readonly title: string;
  /** For tables. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The frame of everything that asks above a page. Where the focus goes afterwards is up to who opened it. */
export const Dialog = ({ title, isWide = false, onClose, children }: DialogProps) => (
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

/** Ways out of what asks: both give the focus back to what had it when this was first shown. */
export function useGoBack(onCancel: () => void): { readonly goBack: () => void; readonly cancel: () => void } {
  const [opener] = useState(() => document.activeElement);
  const goBack = (): void => {
    if (opener instanceof HTMLElement) opener.focus();
  };
  return {
    goBack,
    cancel() {
      onCancel();
      goBack();
    },
  };
}
