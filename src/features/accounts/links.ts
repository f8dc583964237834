import { makeOneTimeToken } from './one-time-token.ts';
import type { PasswordReset } from './store.ts';

/** Links by which someone sets a password. */
export interface Links {
  /** The row to store, and the link that is shown to its reader only. */
  make(userUuid: string, validMs: number): { readonly row: PasswordReset; readonly link: string };
  /** Where the console is. */
  readonly console: string;
}

/**
 * `baseUrl` comes from the configuration: the `Host` of whoever asks for a link could send its reader to another
 * server, token and all. The token is in the fragment, which no server and no proxy gets to see.
 */
export function createLinks(baseUrl: () => string, now: () => Date): Links {
  return {
    make(userUuid, validMs) {
      const { token, sha256 } = makeOneTimeToken();
      const expiresAt = new Date(now().getTime() + validMs).toISOString();
      return { row: { tokenSha256: sha256, userUuid, expiresAt }, link: `${baseUrl()}/set-password#token=${token}` };
    },
    get console() {
      return `${baseUrl()}/`;
    },
  };
}
