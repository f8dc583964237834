import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Role, taskModels } from './manifest.ts';

/** Returns the default models folder: MODELS_DIR, otherwise the user's cache, outside any checkout. */
export function defaultModelsDir(env: NodeJS.ProcessEnv): string {
  if (env.MODELS_DIR) return resolve(env.MODELS_DIR);
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'models');
}

/** Returns the folder of one role's model files. */
export const modelFolder = (modelsDir: string, role: Role): string => join(modelsDir, role);

/** Returns the folder of a task's model. */
export const taskFolder = (modelsDir: string, task: keyof typeof taskModels): string =>
  modelFolder(modelsDir, taskModels[task]);
