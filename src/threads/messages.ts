export interface WorkRequest {
  readonly name: string;
  readonly argument: unknown;
}

/** What a thread answers to a request. */
export type WorkAnswer =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly error: unknown };

/** Synchronous functions of one structured-cloneable argument. */
// biome-ignore lint/suspicious/noExplicitAny: each function names its own argument and result types
export type Work = Record<string, (argument: any) => unknown>;
