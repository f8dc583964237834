import { makeOneTimeToken, withAddress } from './one-time-token.ts';
import type { PasswordReset } from './store.ts';

interface LinkedAccount {
  readonly uuid: string;
  readonly email: string;
}

/** Links for setting a password. */
export interface Links {
  /** Returns the row to store, and the link, which only its recipient may see. */
  make(account: LinkedAccount, validMs: number): { readonly row: PasswordReset; readonly link: string };
  /** URL of the console. */
  readonly console: string;
}

export interface LinksOptions {
  readonly baseUrl: () => string;
  readonly now: () => Date;
  /** True if links are mailed, so that only the owner of the mailbox gets them; otherwise an admin hands them over. */
  readonly areMailed: boolean;
}

/**
 * `baseUrl` comes from the configuration, because a forged `Host` header could send the reader and the token to another
 * server. The token is in the fragment, which browsers send to no server or proxy, with the address of the account, so
 * that its owner is signed in once the password is set.
 */
export function createLinks({ baseUrl, now, areMailed }: LinksOptions): Links {
  return {
    make({ uuid: userUuid, email }, validMs) {
      const { token, sha256 } = makeOneTimeToken();
      const expiresAt = new Date(now().getTime() + validMs).toISOString();
      const row = { tokenSha256: sha256, userUuid, expiresAt, provesEmail: areMailed };
      return { row, link: `${baseUrl()}/set-password#token=${withAddress(token, email)}` };
    },
    get console() {
      return `${baseUrl()}/`;
    },
  };
}
