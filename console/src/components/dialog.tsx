import { Suspense, useState } from 'react';
import { lazyPage } from '../frame/lazy-page.tsx';
import type { DialogProps } from './dialog-frame.tsx';

const load = () => import('./dialog-frame.tsx').then(({ DialogFrame }) => DialogFrame);
const DialogFrame = lazyPage(load);

/** Loads the frame, which the first scripts of a page do not have, before something asks. */
export const preloadDialogs = (): Promise<unknown> => load().catch(() => undefined);

/** The frame of everything that asks above a page. Where the focus goes afterwards is up to who opened it. */
export const Dialog = (props: DialogProps) => (
  <Suspense fallback={null}>
    <DialogFrame {...props} />
  </Suspense>
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
