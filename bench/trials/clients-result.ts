export interface Account {
  /** `http://host:port` of a server. */
  readonly address: string;
  readonly email: string;
  readonly password: string;
  /** Its `/openapi.json`. */
  readonly description: string;
}

export type ClientResult =
  | { readonly kind: 'works'; readonly figure: string }
  | { readonly kind: 'failed'; readonly step: 'generation' | 'types' | 'use'; readonly output: string }
  /** Why the client cannot be tested here, and what to install. */
  | { readonly kind: 'skipped'; readonly reason: string };
