import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
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

/** npm puts no lock file into a package: a folder that has one is a checkout, otherwise everything is in place. */
const isCheckout = existsSync(join(root, 'package-lock.json'));

/** Imports a built module by its path under dist. @param {string} path */
export const built = (path) => import(pathToFileURL(join(root, 'dist', path)).href);

/** Messages go to standard error: standard output belongs to the command. @param {string} line */
const say = (line) => process.stderr.write(`${line}\n`);

/**
 * Returns the environment plus `.env`; variables that are already set take precedence.
 * @returns {NodeJS.ProcessEnv}
 */
function environment() {
  const file = join(process.cwd(), '.env');
  const added = existsSync(file) ? util.parseEnv(readFileSync(file, 'utf8')) : {};
  return { ...(isCheckout ? {} : { DATA_DIR: defaultDataDir() }), ...added, ...process.env };
}

/** The data of an installed package is its user's, whatever folder the command runs in. */
function defaultDataDir() {
  return join(process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'parley');
}

/** Returns a message that the user can act on; undefined for a program error. @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof SetUpFault) return error.message;
  // Data files are checked when the modules that read them load, before the command can report anything.
  if (error instanceof Error && 'advice' in error) return `${error.message}. ${error.advice}`;
  return undefined;
}

/**
 * Prepares the command: packages and build of a checkout, models; completed steps are skipped in milliseconds. Then
 * runs the command and exits with the status it returns.
 * @param {{ models: readonly string[], parts?: readonly string[] }} needs sets and roles of models; parts to build
 * beside the server
 * @param {(env: NodeJS.ProcessEnv) => unknown} command
 */
export async function afterSetUp({ models, parts = programs }, command) {
  try {
    requireNode(process.versions.node);
    const env = environment();
    if (isCheckout) installPackages({ root, env, say });
    adaptUwsHere({ root, env, say });
    if (isCheckout) await build({ root, env, say, parts });
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
