import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runWatched } from '../../src/watched-process/index.ts';
import { temporaryFolder } from '../http/test-app.ts';

/** Some systems let no user make namespaces. */
const canBeOffline =
  spawnSync('/usr/bin/unshare', ['--user', '--map-current-user', '--net', '--', 'true']).status === 0;

test('a confined process reads its input file only, writes none, starts no program and has no network', async () => {
  const folder = temporaryFolder();
  const [given, secret] = [join(folder, 'given'), join(folder, 'session-secret')];
  for (const path of [given, secret]) writeFileSync(path, 'text');
  const module = new URL('./probe.mjs', import.meta.url);
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  let said: unknown;
  const end = await runWatched({
    module,
    args: [given, secret, String(port)],
    heapMebibytes: 64,
    memoryBytes: 512 * 2 ** 20,
    stallMs: 30_000,
    confinement: { reads: [given] },
    signal: new AbortController().signal,
    onMessage(message) {
      said = message;
    },
  });
  expect(end).toEqual({ kind: 'done' });
  const denied = 'ERR_ACCESS_DENIED';
  expect(said).toEqual({
    given: 'allowed',
    secret: denied,
    system: denied,
    write: denied,
    overwrite: denied,
    program: denied,
    network: canBeOffline ? expect.stringMatching(/^(ENETUNREACH|ECONNREFUSED|ERR_ACCESS_DENIED)$/) : expect.anything(),
  });
});
