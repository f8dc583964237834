import { makeOneTimeToken } from './one-time-token.ts';
import type { PasswordReset } from './store.ts';

/** Links by which someone sets a password. */
export interface Links {
  /** The row to store, and the link that is shown to its reader only. */
  make(userUuid: string, validMs: number): { readonly row: PasswordReset; readonly link: string };
  /** Where the console is. */
  readonly console: string;
}

export interface LinksOptions {
  readonly baseUrl: () => string;
  readonly now: () => Date;
  /** Whether links reach the owner of the mailbox alone; otherwise an admin hands them over. */
  readonly areMailed: boolean;
}

/**
 * `baseUrl` comes from the configuration: the `Host` header of the request could send the link's reader to another
 * server, token and all. The token is in the fragment, which no server and no proxy gets to see.
 */
export function createLinks({ baseUrl, now, areMailed }: LinksOptions): Links {
  return {
    make(userUuid, validMs) {
      const { token, sha256 } = makeOneTimeToken();
      const expiresAt = new Date(now().getTime() + validMs).toISOString();
      const row = { tokenSha256: sha256, userUuid, expiresAt, provesEmail: areMailed };
      return { row, link: `${baseUrl()}/set-password#token=${token}` };
    },
    get console() {
      return `${baseUrl()}/`;
    },
  };
}
