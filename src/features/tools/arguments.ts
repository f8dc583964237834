import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { linearPattern } from './linear-pattern.ts';

/** Time limits of the attempts. The first exceeds what any legitimate schema needs, unless others use the processor. */
const limitsMs = [100, 200, 400, 800];
/** An attempt that ran for less than this was held up by others, and is repeated. */
const heldUpMs = 50;

/** Replaces `RegExp` in Ajv. The `code` property is only for standalone code, which we never generate. */
const regExp = Object.assign(linearPattern, { code: 'new RegExp' });

/**
 * Returns what is wrong with the arguments according to the tool's JSON schema, as a sentence; undefined if they are
 * valid. Regular expressions run in linear time. Validation is aborted after 100 ms, later where other programs keep
 * this thread from the processor.
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
  for (const timeout of limitsMs) {
    const beganMs = processorMs();
    try {
      const wrong = runInNewContext('check()', { check }, { timeout }) as string | undefined;
      return wrong === undefined ? undefined : `The arguments do not fit: ${wrong.slice(0, 500)}.`;
    } catch (error) {
      const isOverdue = (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isOverdue || processorMs() - beganMs >= heldUpMs) break;
    }
  }
  return 'The arguments could not be checked by the schema of the tool.';
}

/** Time for which this thread has had a processor; on systems other than Linux, time. */
function processorMs(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6;
  } catch {
    return performance.now();
  }
}
