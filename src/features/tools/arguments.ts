import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { linearPattern } from './linear-pattern.ts';

/** Longer than any honest schema takes, on a busy machine too. */
const mostMs = 100;

/** Ajv takes the place of `RegExp` from it; its `code` is for modules that Ajv would write, which we never ask for. */
const regExp = Object.assign(linearPattern, { code: 'new RegExp' });

/**
 * What is wrong with the arguments by the tool's JSON schema, as a sentence; undefined when nothing is. Its regular
 * expressions run in linear time, and all of it is stopped after 100 ms.
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
