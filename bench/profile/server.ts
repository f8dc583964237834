import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main as serve } from '../../src/main.ts';
import { openThreadProfilers } from './thread-profiler.ts';

/** Folder for the profiles of a server with this data folder, and the file that marks them as complete. */
export const profilesIn = (dataDir: string) => {
  const folder = join(dataDir, 'profiles');
  return { folder, done: join(folder, 'done') };
};

/** Runs the server and profiles all its threads from one SIGUSR2 to the next. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const profilers = openThreadProfilers();
  const { folder, done } = profilesIn(env.DATA_DIR ?? 'data');
  await mkdir(folder, { recursive: true });
  let started = false;
  process.on('SIGUSR2', () => {
    if (!started) void profilers.start();
    else {
      void profilers.stop().then(async (threads) => {
        for (const [at, thread] of threads.entries()) {
          await writeFile(join(folder, `${at}.json`), JSON.stringify(thread));
        }
        await writeFile(done, '');
      });
    }
    started = true;
  });
  return serve(argv, env);
}
