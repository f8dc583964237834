import { type ComponentType, lazy, type ReactNode } from 'react';

const Alone = ({ children }: { readonly children: ReactNode }) => children;

/** By then, everything a page needs initially has loaded. */
const laterMs = 500;
const signs = ['pointerdown', 'keydown'] as const;

/** Resolves when the page has had time to load, or on the first user input. */
const later = new Promise<void>((resolve) => {
  const begin = (): void => {
    for (const sign of signs) window.removeEventListener(sign, begin, { capture: true });
    resolve();
  };
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true });
  setTimeout(begin, laterMs);
});

/**
 * Loads the part of a control beyond its button after the first paint. If it cannot be loaded, only the button is shown
 * until the next page load.
 */
export const lazyExtra = <P extends { readonly children: ReactNode }>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await later.then(load).catch((): ComponentType<P> => Alone) }));
