/** An error from a table: its code, and the fields of the code's row. */
export type Fault<Code extends string, Row> = Error & { readonly code: Code } & Readonly<Row>;

type Rest<Row> = Row extends { message: string }
  ? [options?: { cause?: unknown }]
  : [message: string, options?: { cause?: unknown } & Partial<Row>];

/**
 * Returns an error class for the codes of `table`. A row's fields are the error's: what to do about it as `advice`,
 * whether to retry. A row with a `message` gives the message of its code; otherwise it is an argument. `options` may
 * override fields. The fields are not enumerable, so that a log line shows the code and not the whole row.
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
      const { cause, ...own } = (options ?? {}) as { cause?: unknown };
      super(message as string, cause === undefined ? undefined : { cause });
      this.name = name;
      this.code = code;
      const { message: _, ...fields } = { message: '', ...row, ...own };
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
