import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Longer than any honest schema takes, which was checked when it was stored: its author may have chosen one that would never be done. */
const mostMs = 250;

/**
 * What is wrong with the arguments by the tool's JSON schema, as a sentence; undefined when nothing is. A schema is
 * somebody else's choice, its regular expressions too: it gets no longer than this, whatever it does.
 */
export function refusalOf(
  { $schema: _, $id: _id, ...schema }: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, meta: false, validateSchema: false });
  const check = (): string | undefined =>
    ajv.validate(schema, args) ? undefined : ajv.errorsText(ajv.errors, { dataVar: 'arguments' });
  try {
    const wrong = runInNewContext('check()', { check }, { timeout: mostMs }) as string | undefined;
    return wrong === undefined ? undefined : `The arguments do not fit: ${wrong.slice(0, 500)}.`;
  } catch {
    return 'The arguments could not be checked by the schema of the tool.';
  }
}
