import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { linearPattern } from './linear-pattern.ts';

/**
 * Time limits of the attempts. The first exceeds what any legitimate schema needs: the first check of a process takes
 * 50 ms, later ones 10.
 */
const limitsMs = [250, 500, 1000];
/** An attempt that had the processor for less than this was held up by others, and is repeated. */
const heldUpMs = 200;

/** Replaces `RegExp` in Ajv. The `code` property is only for standalone code, which we never generate. */
const regExp = Object.assign(linearPattern, { code: 'new RegExp' });

/**
 * Returns what is wrong with the arguments according to the tool's JSON schema, as a sentence; undefined if they are
 * valid. Regular expressions run in linear time. Validation is aborted after 250 ms, later where other programs keep
 * this thread from the processor.
 */
export function refusalOf(
  { $schema: _, $id: _id, ...schema }: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const timeout of limitsMs) {
    const beganMs = processorMs();
    // An aborted attempt leaves its validator in the middle of something.
    const check = checkOf(schema, args);
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

/** Returns a function that returns what is wrong, as a list; undefined if nothing is. */
function checkOf(schema: object, args: Readonly<Record<string, unknown>>): () => string | undefined {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    logger: false,
    meta: false,
    validateSchema: false,
    code: { regExp },
  });
  return () => (ajv.validate(schema, args) ? undefined : ajv.errorsText(ajv.errors, { dataVar: 'arguments' }));
}

/** Time for which this thread has had a processor; on systems other than Linux, time. */
function processorMs(): number {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/schedstat', 'utf8'), 10) / 1e6;
  } catch {
    return performance.now();
  }
}
