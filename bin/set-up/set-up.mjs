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

/**
 * Brings this checkout to where the command can run: packages, build, models. Each step that is done is skipped in milliseconds.
 * Then runs the command, whose number is the exit status.
 * @param {{ models: readonly string[], goOn?: boolean }} needs sets and roles of models; whether type errors are no reason to stop
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
      const status = await ensureModels({ env: { ...packageEnvironment(env), ...modelsDir }, sets: models });
      if (status !== 0) process.exit(status);
    }
    const status = await command(env);
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    if (!(error instanceof SetUpFault)) throw error;
    say(error.message);
    process.exit(1);
  }
}
