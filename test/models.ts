import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const modelsDir =
  process.env.MODELS_DIR || join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'models');

/** Folder of the models that tests use; the test command has installed them. */
export const testModelsDir = modelsDir;

/** Returns the folder of one role's model. Throws with the command to run if it is missing. */
export function modelPath(role: string): string {
  const folder = join(modelsDir, role);
  if (!existsSync(folder)) throw new Error(`no ${role} model in ${modelsDir}: run "npm run models"`);
  return folder;
}
