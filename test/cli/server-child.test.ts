import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ServerChildOptions, startServerChild } from '../../src/cli/server-child.ts';
import { temporaryFolder } from '../http/test-app.ts';

/** Starts a server whose port is taken `taken` times. Each start writes the ports it was given to a line of a file. */
async function startWhere(taken: number, options: Partial<ServerChildOptions> = {}) {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'starts');
  const source = `import { appendFileSync, readFileSync } from 'node:fs';
    export async function main(argv, { PORT, MEDIA_PORT }) {
      const file = ${JSON.stringify(file)};
      appendFileSync(file, PORT + ' ' + MEDIA_PORT + '\\n');
      if (readFileSync(file, 'utf8').trim().split('\\n').length <= ${taken}) {
        process.stderr.write('x'.repeat(100_000) + '\\nPort ' + PORT + ' on 127.0.0.1 (PORT) is in use.\\n');
        return 1;
      }
      const beat = setInterval(() => {}, 1000);
      process.once('SIGTERM', () => clearInterval(beat));
      console.log('ready http://127.0.0.1:' + PORT);
    }`;
  const entry = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const started = await startServerChild({ entry, env: process.env, dataDir, readyTimeoutMs: 120_000, ...options });
  if (started.ok) await started.server.close();
  const starts = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return { started, starts };
}

test.each([0, 1, 2])('is restarted with other ports if its ports were taken %i times', async (taken) => {
  const { started, starts } = await startWhere(taken);
  expect(started.ok).toBe(true);
  expect(starts).toHaveLength(taken + 1);
  expect(new Set(starts.join(' ').split(' ')).size).toBeGreaterThan(taken + 1);
});

test('fails with a message if its ports were taken each time', async () => {
  const { started, starts } = await startWhere(9);
  expect(started).toMatchObject({ ok: false, detail: expect.stringMatching(/Port \d+ on .* is in use/) });
  expect(starts).toHaveLength(3);
});

test('with a given port is not moved to another', async () => {
  const { started, starts } = await startWhere(9, { port: 7321 });
  expect(started).toMatchObject({ ok: false, detail: expect.stringContaining('Port 7321 on') });
  expect(starts).toEqual([expect.stringMatching(/^7321 /)]);
});
