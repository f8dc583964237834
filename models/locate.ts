import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Role, taskModels } from './manifest.ts';

/** Where models lie by default: MODELS_DIR, else the user's cache, outside any checkout. */
export function defaultModelsDir(env: NodeJS.ProcessEnv): string {
  if (env.MODELS_DIR) return resolve(env.MODELS_DIR);
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parley', 'models');
}

/** The folder of one role's model files. */
export const modelFolder = (modelsDir: string, role: Role): string => join(modelsDir, role);

/** The folder of the model that does a task. */
export const taskFolder = (modelsDir: string, task: keyof typeof taskModels): string =>
  modelFolder(modelsDir, taskModels[task]);
