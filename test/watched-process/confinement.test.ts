import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runWatched } from '../../src/watched-process/index.ts';
import { temporaryFolder } from '../http/test-app.ts';

test('a confined process reads the file that it is given, and no other, writes none and starts no program', async () => {
  const folder = temporaryFolder();
  const [given, secret] = [join(folder, 'given'), join(folder, 'session-secret')];
  for (const path of [given, secret]) writeFileSync(path, 'text');
  const module = new URL('./probe.mjs', import.meta.url);
  let said: unknown;
  const end = await runWatched({
    ...{ module, args: [given, secret], heapMebibytes: 64, memoryBytes: 512 * 2 ** 20, stallMs: 30_000 },
    confinement: { reads: [given, fileURLToPath(module)] },
    signal: new AbortController().signal,
    onMessage(message) {
      said = message;
    },
  });
  expect(end).toEqual({ kind: 'done' });
  const denied = 'ERR_ACCESS_DENIED';
  expect(said).toEqual({
    ...{ given: 'allowed', secret: denied, system: denied, write: denied, overwrite: denied, program: denied },
  });
});
