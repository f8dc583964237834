import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as util from 'node:util';
import { build } from './build.mjs';
import { SetUpFault } from './fault.mjs';
import { requireNode } from './node-version.mjs';
import { packageEnvironment } from './package-environment.mjs';
import { installPackages } from './packages.mjs';
import { adaptUwsHere } from './uws.mjs';

/** The folder of this checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A module that the build has made, by its path under dist. @param {string} path */
export const built = (path) => import(pathToFileURL(join(root, 'dist', path)).href);

/** Lines for people go to standard error: standard output is the command's own. @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/** The environment with what `.env` adds to it; variables that are really set win. */
function environment() {
  const file = join(process.cwd(), '.env');
  const added = existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...added, ...process.env };
}

/** What a person can act on; undefined for an error of the program. @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof SetUpFault) return error.message;
  // Data files are checked as the modules that read them load, before the command can report anything.
  if (error instanceof Error && 'advice' in error) return `${error.message}. ${error.advice}`;
  return undefined;
}

/**
 * Brings this checkout to where the command can run: packages, build, models. Each step that is done is skipped in milliseconds.
 * Then runs the command, whose number is the exit status.
 * @param {{ models: readonly string[], goOn?: boolean }} needs sets and roles of models; whether to continue after type errors
 * @param {(env: NodeJS.ProcessEnv) => unknown} command
 */
export async function afterSetUp({ models, goOn = false }, command) {
  try {
    requireNode(process.versions.node);
    const env = environment();
    installPackages({ root, env, say });
    adaptUwsHere({ root, env, say });
    build({ root, env, say, goOn });
    if (models.length > 0) {
      const { ensureModels } = await built('models/main.js');
      const modelsDir = env.MODELS_DIR === undefined ? {} : { MODELS_DIR: env.MODELS_DIR };
      const extra = env.MULTILINGUAL_RECOGNISER === 'whisper-base' ? ['whisper-base'] : [];
      const sets = [...models, ...extra];
      const status = await ensureModels({ env: { ...packageEnvironment(env), ...modelsDir }, sets });
      if (status !== 0) process.exit(status);
    }
    const status = await command(env);
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    say(sentence);
    process.exit(1);
  }
}
