import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Returns the folder of a language's model by its three-letter code; undefined if its package is not installed. */
export function languageFolder(code: string): string | undefined {
  try {
    return join(dirname(require.resolve(`@tesseract.js-data/${code}/package.json`)), '4.0.0_best_int');
  } catch {
    return undefined;
  }
}
