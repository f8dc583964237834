import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const modelsDir =
  process.env.MODELS_DIR || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'models');

/** Where the models that tests use lie; the test command has fetched them. */
export const testModelsDir = modelsDir;

/** The folder of one role's model. Throws with what to run when it is absent. */
export function modelPath(role: string): string {
  const folder = join(modelsDir, role);
  if (!existsSync(folder)) throw new Error(`no ${role} model in ${modelsDir}: run "npm run models"`);
  return folder;
}
