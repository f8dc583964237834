import { useSyncExternalStore } from 'react';

const key = 'parley.session';
/** Whose session it is, also while it has lapsed: an e-mail address. */
const personKey = 'parley.person';
const changed = 'parley:session';

/** Begins the keys of unsaved drafts in this tab. */
export const keptPrefix = 'parley.typed.';

/** Deletes what a person typed and did not save. */
function dropTyped(): void {
  for (const name of Object.keys(window.sessionStorage))
    if (name.startsWith(keptPrefix)) window.sessionStorage.removeItem(name);
}

/**
 * Returns the session token of this browser; undefined when nobody is signed in. Reflects sign-in and sign-out in other
 * tabs too.
 */
export const readToken = (): string | undefined => window.localStorage.getItem(key) ?? undefined;

/** A token that the server does not accept any more, until somebody signs in or signs out. */
let lapsed: string | undefined;

/** Whom unsaved drafts belong to: the person who signed in last and did not sign out; null if unknown. */
export const readPerson = (): string | null => window.localStorage.getItem(personKey);

/** What somebody else typed in this tab is deleted. */
export function keepToken({ token, email }: { readonly token: string; readonly email: string }): void {
  lapsed = undefined;
  if (readPerson() !== email) dropTyped();
  window.localStorage.setItem(personKey, email);
  window.localStorage.setItem(key, token);
  window.dispatchEvent(new Event(changed));
}

/** Deletes a token that the server does not accept any more, unless another one has replaced it. */
export function lapseToken(token: string): void {
  if (readToken() !== token) return;
  lapsed = token;
  window.localStorage.removeItem(key);
  window.dispatchEvent(new Event(changed));
}

/** Gives the lapsed session up, so that anybody can sign in. */
export function forgetLapsed(): void {
  lapsed = undefined;
  dropTyped();
  window.localStorage.removeItem(personKey);
  window.dispatchEvent(new Event(changed));
}

/** Deletes the token unless another one has replaced it. */
export function dropToken(token: string): void {
  if (readToken() !== token) return;
  lapsed = undefined;
  dropTyped();
  window.localStorage.removeItem(key);
  window.localStorage.removeItem(personKey);
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

/** The token of a session that ended while the console was open; undefined if there is none. */
export const useLapsedToken = (): string | undefined => useSyncExternalStore(subscribe, () => lapsed);
