import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { type Place, placeOf } from './place.ts';

/** Receives what would leave the page; leaving continues when it is called. */
type Hold = (proceed: () => void) => void;

const addressNow = (): string => `${window.location.pathname}${window.location.search}`;

let address = addressNow();
let hold: Hold | undefined;
const listeners = new Set<() => void>();

function show(): void {
  address = addressNow();
  for (const listener of listeners) listener();
}

window.addEventListener('popstate', () => {
  if (hold === undefined || addressNow() === address) return show();
  const wanted = addressNow();
  window.history.pushState(null, '', address);
  hold(() => go(wanted));
});

function go(to: string): void {
  hold = undefined;
  window.history.pushState(null, '', to);
  window.scrollTo(0, 0);
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function navigate(to: string): void {
  if (hold === undefined) go(to);
  else hold(() => go(to));
}

/** Until it is released, leaving the page waits for the holder. */
export function holdNavigation(holder: Hold): () => void {
  hold = holder;
  return () => {
    if (hold === holder) hold = undefined;
  };
}

export function usePlace(): Place {
  const [path = '/'] = useSyncExternalStore(subscribe, () => address).split('?');
  return placeOf(path);
}

/** What stands behind the question mark of the address. */
export const useSearch = (): string => useSyncExternalStore(subscribe, () => address).split('?')[1] ?? '';

/** A link within the console. With a modifier key it is the browser's own affair. */
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
