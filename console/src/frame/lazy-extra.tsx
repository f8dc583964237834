import { type ComponentType, lazy, type ReactNode } from 'react';

const Alone = ({ children }: { readonly children: ReactNode }) => children;

/** What a page needs at first is loaded by then. */
const laterMs = 500;
const signs = ['pointerdown', 'keydown'] as const;

/** When the page has had time to load, or somebody begins to use it. */
const later = new Promise<void>((resolve) => {
  const begin = (): void => {
    for (const sign of signs) window.removeEventListener(sign, begin, { capture: true });
    resolve();
  };
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true });
  setTimeout(begin, laterMs);
});

/**
 * What a part of the page has beyond its button, loaded after the first paint. Where it cannot be loaded, the button
 * stands alone until the next load of the page.
 */
export const lazyExtra = <P extends { readonly children: ReactNode }>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await later.then(load).catch((): ComponentType<P> => Alone) }));
