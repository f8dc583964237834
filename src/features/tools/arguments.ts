import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { linearPattern } from './linear-pattern.ts';

/** Exceeds what any legitimate schema needs, even on a busy machine. */
const mostMs = 100;

/** Replaces `RegExp` in Ajv. The `code` property is only for standalone code, which we never generate. */
const regExp = Object.assign(linearPattern, { code: 'new RegExp' });

/**
 * Returns what is wrong with the arguments according to the tool's JSON schema, as a sentence; undefined if they are
 * valid. Regular expressions run in linear time, and validation is aborted after 100 ms.
 */
export function refusalOf(
  { $schema: _, $id: _id, ...schema }: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    meta: false,
    validateSchema: false,
    code: { regExp },
  });
  const check = (): string | undefined =>
    ajv.validate(schema, args) ? undefined : ajv.errorsText(ajv.errors, { dataVar: 'arguments' });
  try {
    const wrong = runInNewContext('check()', { check }, { timeout: mostMs }) as string | undefined;
    return wrong === undefined ? undefined : `The arguments do not fit: ${wrong.slice(0, 500)}.`;
  } catch {
    return 'The arguments could not be checked by the schema of the tool.';
  }
}
