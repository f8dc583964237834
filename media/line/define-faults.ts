/** An error from a table: its code and the fields of its row. */
export type Fault<Code extends string, Row> = Error & { readonly code: Code } & Readonly<Row>;

type Rest<Row> = Row extends { message: string }
  ? [options?: { cause?: unknown }]
  : [message: string, options?: { cause?: unknown } & Partial<Row>];

/**
 * Returns an error class for the codes of `table`. The fields of a row become fields of the error: `advice` is what to
 * do, `retryable` whether to retry. The message is the `message` of the row, otherwise an argument. `options` may
 * override fields. Fields are not enumerable, so that a log line contains the code and not the whole row.
 */
export function defineFaults<Code extends string, Row extends object>(
  name: string,
  table: Readonly<Record<Code, Row>>,
): new (
  code: Code,
  ...rest: Rest<Row>
) => Fault<Code, Row> {
  class TableFault extends Error {
    readonly code: Code;

    constructor(code: Code, ...rest: readonly unknown[]) {
      const row = table[code] as Row & { readonly message?: string };
      const [message, options] = row.message === undefined ? rest : [row.message, rest[0]];
      const { cause, ...overrides } = (options ?? {}) as { cause?: unknown };
      super(message as string, cause === undefined ? undefined : { cause });
      this.name = name;
      this.code = code;
      const { message: _, ...fields } = { message: '', ...row, ...overrides };
      for (const [key, value] of Object.entries(fields))
        Object.defineProperty(this, key, { value, writable: true, configurable: true });
    }
  }
  Object.defineProperty(TableFault, 'name', { value: name });
  return TableFault as unknown as new (
    code: Code,
    ...rest: Rest<Row>
  ) => Fault<Code, Row>;
}
