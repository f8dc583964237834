import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';

/** Intercepts leaving the page. Calling `proceed` continues the navigation. */
type Hold = (proceed: () => void) => void;

const addressNow = (): string => `${window.location.pathname}${window.location.search}`;

let address = addressNow();
/** Forms with unsaved edits; the latest asks. */
const holds = new Set<Hold>();
const hold = (): Hold | undefined => [...holds].at(-1);
const listeners = new Set<() => void>();

function show(): void {
  address = addressNow();
  for (const listener of listeners) listener();
}

window.addEventListener('popstate', () => {
  const holder = hold();
  if (holder === undefined || addressNow() === address) return show();
  const wanted = addressNow();
  window.history.pushState(null, '', address);
  holder(() => go(wanted));
});

function go(to: string): void {
  holds.clear();
  window.history.pushState(null, '', to);
  window.scrollTo(0, 0);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function navigate(to: string): void {
  const holder = hold();
  if (holder === undefined) go(to);
  else holder(() => go(to));
}

/** Makes navigation wait for the holder. Returns a function that releases it. */
export function holdNavigation(holder: Hold): () => void {
  holds.add(holder);
  return () => void holds.delete(holder);
}

/** Returns the path of the URL. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => address).split('?')[0] ?? '/';

/** Returns the query string of the URL, without its question mark. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => address).split('?')[1] ?? '';

/** A link within the console. The browser handles it when a modifier key is pressed. */
export function Link({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.defaultPrevented || !plain) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
