import { Suspense, useState } from 'react';
import { lazyPage } from '../navigation/lazy-page.tsx';
import type { DialogProps } from './dialog-frame.tsx';

const load = () => import('./dialog-frame.tsx').then(({ DialogFrame }) => DialogFrame);
const DialogFrame = lazyPage(load);

/** Loads the dialog frame in advance, because it is not in the initial scripts of a page. */
export const preloadDialogs = (): Promise<unknown> => load().catch(() => undefined);

/** Frame of every dialog. The opener decides where the focus goes afterwards. */
export const Dialog = (props: DialogProps) => (
  <Suspense fallback={null}>
    <DialogFrame {...props} />
  </Suspense>
);

/** Functions that close a dialog. Both return the focus to the element that had it on first render. */
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
