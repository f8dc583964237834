import { placeCudaLibraries } from '../media/inference/cuda-libraries.ts';
import { createOpenSession } from '../media/inference/session.ts';
import type { OpenSession } from '../media/line/engine.ts';
import { taskFolder } from '../models/locate.ts';

export interface Providers {
  /** Execution providers in order of preference: `EXECUTION_PROVIDERS`, as for the server; `cpu` by default. */
  readonly names: readonly string[];
  readonly open: OpenSession;
  /** The provider that each model opened so far runs on. */
  readonly used: () => Readonly<Record<string, string>>;
}

/** Opens models of a benchmark as the server does. */
export async function openProviders(modelsDir: string, env: NodeJS.ProcessEnv): Promise<Providers> {
  const names = (env.EXECUTION_PROVIDERS ?? 'cpu').split(',').map((name) => name.trim());
  const log = (message: string, detail: object) => console.error(message, detail);
  if (names.includes('cuda')) await placeCudaLibraries({ folder: taskFolder(modelsDir, 'cudaLibraries'), log });
  const used: Record<string, string> = {};
  const open = createOpenSession({
    providers: names,
    onOpened({ model, provider, partly, missed }) {
      used[model] = partly ? `${provider} and cpu` : provider;
      for (const { provider: other, reason } of missed) console.error(`${model} does not run on ${other}: ${reason}`);
    },
  });
  return { names, open, used: () => used };
}
