import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from 'react';
import { type Place, placeOf } from './place.ts';

const changed = 'parley:navigated';

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('popstate', listener);
    window.removeEventListener(changed, listener);
  };
}

export function navigate(to: string): void {
  window.history.pushState(null, '', to);
  window.scrollTo(0, 0);
  window.dispatchEvent(new Event(changed));
}

export function usePlace(): Place {
  const address = useSyncExternalStore(
    subscribe,
    () => `${window.location.pathname}?${window.location.search.slice(1)}`,
  );
  const [path = '/', search = ''] = address.split('?');
  return placeOf(path, search);
}

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
