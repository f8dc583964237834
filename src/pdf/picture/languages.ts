import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The folder of the model of a language, by its code of three letters; undefined where its package is not there. */
export function languageFolder(code: string): string | undefined {
  try {
    return join(dirname(require.resolve(`@tesseract.js-data/${code}/package.json`)), '4.0.0_best_int');
  } catch {
    return undefined;
  }
}
