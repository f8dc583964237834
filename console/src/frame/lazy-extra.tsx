import { type ComponentType, lazy, type ReactNode } from 'react';

const Alone = ({ children }: { readonly children: ReactNode }) => children;

/**
 * What a part of the shell has beyond its button, loaded after the first paint. Where it cannot be loaded, the button
 * stands alone until the next load of the page.
 */
export const lazyExtra = <P extends { readonly children: ReactNode }>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => Alone) }));
