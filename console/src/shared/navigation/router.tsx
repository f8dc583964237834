import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';

/** Intercepts leaving the page. */
interface Hold {
  /** Called before the page is left. Calling `proceed` continues the navigation. */
  readonly ask: (proceed: () => void) => void;
  /** Whether the edits are still there at this path, which is another section of the page. */
  readonly isWithin: (path: string) => boolean;
}

const addressNow = (): string => `${window.location.pathname}${window.location.search}`;

let address = addressNow();
/** Forms with unsaved edits; the latest asks. */
const holds = new Set<Hold>();
const pathOf = (to: string): string => to.split('?')[0] ?? '/';
/** The form that asks before this address is opened, if any. */
const holderOf = (to: string): Hold | undefined => {
  const holder = [...holds].at(-1);
  return holder?.isWithin(pathOf(to)) === true ? undefined : holder;
};
const listeners = new Set<() => void>();

function show(): void {
  address = addressNow();
  for (const listener of listeners) listener();
}

window.addEventListener('popstate', () => {
  const wanted = addressNow();
  const holder = holderOf(wanted);
  if (holder === undefined || wanted === address) return show();
  window.history.pushState(null, '', address);
  holder.ask(() => leaveTo(wanted));
});

function leaveTo(to: string): void {
  holds.clear();
  go(to);
}

function go(to: string): void {
  window.history.pushState(null, '', to);
  window.scrollTo(0, 0);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function navigate(to: string): void {
  const holder = holderOf(to);
  if (holder === undefined) go(to);
  else holder.ask(() => leaveTo(to));
}

/** Replaces the address, so that the back button does not return to it. */
export function redirect(to: string): void {
  window.history.replaceState(null, '', to);
  show();
}

/** Makes navigation wait for the holder. Returns a function that releases it. */
export function holdNavigation(holder: Hold): () => void {
  holds.add(holder);
  return () => void holds.delete(holder);
}

/** Returns the path of the URL. */
export const usePath = (): string => pathOf(useSyncExternalStore(subscribe, () => address));

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
