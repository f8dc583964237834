import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main as serve } from '../../src/main.ts';
import { openThreadProfilers } from './thread-profiler.ts';

/** Where the profiles of a server with this data folder are put, and the file that says that all of them are there. */
export const profilesIn = (dataDir: string) => {
  const folder = join(dataDir, 'profiles');
  return { folder, done: join(folder, 'done') };
};

/** The server, whose threads are all profiled from one SIGUSR2 to the next. */
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
