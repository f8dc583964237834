import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as util from 'node:util';
import { build, programs } from './build.mjs';
import { SetUpFault } from './fault.mjs';
import { requireNode } from './node-version.mjs';
import { packageEnvironment } from './package-environment.mjs';
import { installPackages } from './packages.mjs';
import { adaptUwsHere } from './uws.mjs';

/** Root folder of this checkout. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Imports a built module by its path under dist. @param {string} path */
export const built = (path) => import(pathToFileURL(join(root, 'dist', path)).href);

/** Messages go to standard error: standard output belongs to the command. @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/** Returns the environment plus `.env`; variables that are already set take precedence. */
function environment() {
  const file = join(process.cwd(), '.env');
  const added = existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...added, ...process.env };
}

/** Returns a message that the user can act on; undefined for a program error. @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof SetUpFault) return error.message;
  // Data files are checked when the modules that read them load, before the command can report anything.
  if (error instanceof Error && 'advice' in error) return `${error.message}. ${error.advice}`;
  return undefined;
}

/**
 * Prepares this checkout for the command (packages, build, models); completed steps are skipped in milliseconds. Then
 * runs the command and exits with the status it returns.
 * @param {{ models: readonly string[], goOn?: boolean, parts?: readonly string[] }} needs sets and roles of models;
 * whether to continue after type errors; parts to build
 * @param {(env: NodeJS.ProcessEnv) => unknown} command
 */
export async function afterSetUp({ models, goOn = false, parts = programs }, command) {
  try {
    requireNode(process.versions.node);
    const env = environment();
    installPackages({ root, env, say });
    adaptUwsHere({ root, env, say });
    build({ root, env, say, goOn, parts });
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
