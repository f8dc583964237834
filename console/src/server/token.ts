import { useSyncExternalStore } from 'react';

const key = 'parley.session';
const changed = 'parley:session';

/**
 * Returns the session token of this browser; undefined when nobody is signed in. Reflects sign-in and sign-out in other
 * tabs too.
 */
export const readToken = (): string | undefined => window.localStorage.getItem(key) ?? undefined;

export function keepToken(token: string): void {
  window.localStorage.setItem(key, token);
  window.dispatchEvent(new Event(changed));
}

/** Deletes the token unless another one has replaced it. */
export function dropToken(token: string): void {
  if (readToken() !== token) return;
  window.localStorage.removeItem(key);
  window.dispatchEvent(new Event(changed));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(changed, listener);
  };
}

export const useToken = (): string | undefined => useSyncExternalStore(subscribe, readToken);
