import { useSyncExternalStore } from 'react';

const key = 'parley.session';
const changed = 'parley:session';

/** Of the session in this browser; undefined when nobody is signed in. Another tab's sign-in and sign-out count too. */
export const readToken = (): string | undefined => window.localStorage.getItem(key) ?? undefined;

export function keepToken(token: string): void {
  window.localStorage.setItem(key, token);
  window.dispatchEvent(new Event(changed));
}

/** Unless another one has taken its place in the meantime. */
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
