import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { capacityOf, checkCapacity, startsMs } from '../../src/cli/capacity-check.ts';
import { checkDisk, checkDriver, checkModels, checkNode, checkPorts } from '../../src/cli/checks.ts';
import { main } from '../../src/cli/main.ts';
import { startServerChild } from '../../src/cli/server-child.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('one check', () => {
  test.each([
    ['20.18.3', 'failed'],
    ['20.19.0', 'ok'],
    ['18.20.0', 'failed'],
    ['24.1.0', 'ok'],
  ])('Node %s', (version, state) => {
    expect(checkNode(version).state).toBe(state);
  });

  test('names missing models and the command that fetches them', async () => {
    const checks = await checkModels(join(tmpdir(), 'no-such-folder'));
    expect(checks.length).toBeGreaterThan(2);
    for (const check of checks) {
      expect(check).toMatchObject({ state: 'failed', advice: 'Run "parley models" (in a checkout: npm run models).' });
    }
  });

  test('names a port in use and accepts free ones', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await checkPorts(port, 0)).toMatchObject({ state: 'failed', detail: expect.stringContaining(String(port)) });
    await new Promise((resolve) => server.close(resolve));
    expect((await checkPorts(port, 0)).state).toBe('ok');
  });

  test('warns about the slower driver', () => {
    expect(checkDriver({ media: { driver: 'uws' } }).state).toBe('ok');
    expect(checkDriver({ media: { driver: 'ws' } })).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('ws'),
    });
    expect(checkDriver(undefined).state).toBe('warning');
    expect(checkDriver({ media: { driver: 'ws' } }, 'uws').state).toBe('failed');
    expect(checkDriver({ media: { driver: 'uws' } }, 'uws').state).toBe('ok');
  });

  test('reports the disk of a folder that does not exist yet', async () => {
    expect((await checkDisk(join(tmpdir(), 'not', 'yet', 'made'))).detail).toMatch(/MB free/);
  });
});

describe('the capacity of this machine', () => {
  const trial = { cores: 2, calls: 8, coresPerCall: 0.05, latenciesMs: [400, 300, 500, 600] };

  test('the calls of a trial overlap, however many a machine gets', () => {
    expect(startsMs(4)).toEqual([0, 250, 500, 750]);
    expect(startsMs(256).at(-1)).toBeLessThan(5_000);
  });

  test('is as many calls as use 60 % of the cores', () => {
    const check = capacityOf(trial);
    expect(check.state).toBe('ok');
    expect(check.detail).toBe(
      'about 24 calls at once; measured with 8 calls: 0.050 of 2 cores for each, answers after 400 ms, 19 of 20 within 600 ms',
    );
    expect(capacityOf({ ...trial, coresPerCall: 0.1 }).detail).toMatch(/^about 12 calls/);
  });

  test('is less than the calls of the trial when their answers were late, however little CPU time they took', () => {
    const check = capacityOf({ ...trial, latenciesMs: [400, 1_200] });
    expect(check).toMatchObject({ state: 'warning', advice: expect.stringContaining('MAX_CALLS') });
    expect(check.detail).toMatch(/^fewer than 8 calls at once/);
  });

  test('is not told when nobody was answered', () => {
    expect(capacityOf({ ...trial, latenciesMs: [] })).toMatchObject({
      state: 'failed',
      detail: 'no answer in 8 calls at once',
    });
  });

  test('is not measured where the system does not tell the time of a process', async () => {
    const server = { baseUrl: 'http://127.0.0.1:1', token: undefined, pid: 2 ** 30 };
    const openSpeech = () => Promise.reject(new Error('no models are needed'));
    expect(await checkCapacity({ server, cores: 1, openSpeech })).toEqual([]);
  });

  test('is not measured by calls that the server rejects', async () => {
    const server = { baseUrl: 'http://127.0.0.1:1', token: undefined, pid: process.pid };
    const speech = { speak: async () => ({ samples: new Float32Array(800), rateHz: 8000 }), close: async () => {} };
    const [check] = await checkCapacity({ server, cores: 1, openSpeech: async () => speech });
    expect(check).toMatchObject({ state: 'failed', detail: expect.stringContaining('one of 4 calls at once') });
  });
});

test('doctor lists what is missing, in order, and skips the call without models', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'parley-doctor-test-'));
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const env = { MODELS_DIR: dir, DATA_DIR: dir, PORT: '0', MEDIA_PORT: '0' };
  const url = 'http://127.0.0.1:1';
  expect(await main(['doctor', '--url', url], env)).toBe(1);
  expect(out).toMatch(/^ok +node/m);
  expect(out).toMatch(/^FAILED +model silero-vad/m);
  expect(out).toContain('npm run models');
  expect(out).toMatch(/^FAILED +call +skipped: models are missing/m);
  out = '';
  expect(await main(['doctor', '--url', url, '--json'], env)).toBe(1);
  const { checks } = JSON.parse(out) as { checks: { name: string; state: string }[] };
  expect(checks.find((check) => check.name === 'call')?.state).toBe('failed');
  await rm(dir, { recursive: true, force: true });
});

test('doctor uses the server at HOST and PORT', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'parley-doctor-test-'));
  const server = createHttpServer((_, reply) => void reply.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await main(['doctor'], { MODELS_DIR: dir, DATA_DIR: dir, HOST: '0.0.0.0', PORT: String(port), MEDIA_PORT: '0' });
  expect(out).toContain(`answers at http://127.0.0.1:${port}`);
  server.close();
  await rm(dir, { recursive: true, force: true });
});

describe('a server started by the command line', () => {
  const module = (source: string): URL => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const start = (source: string, readyTimeoutMs = 20_000) =>
    startServerChild({ entry: module(source), env: process.env, dataDir: tmpdir(), readyTimeoutMs });

  test('reports when it is ready, chooses its ports, and stops on request', async () => {
    const started = await start(
      `export async function main() {
         const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
         const beat = setInterval(() => {}, 1000);
         console.log('ready http://127.0.0.1:' + process.env.PORT);
         await stopped;
         clearInterval(beat);
         console.log('bye');
         return 0;
       }`,
    );
    if (!started.ok) throw new Error(started.detail);
    expect(started.server.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/);
    await started.server.close();
    expect(started.server.output()).toContain('bye');
  });

  test('that exits at once is reported with its last words', async () => {
    const started = await start(`export async function main() { console.error('no room'); process.exit(3); }`);
    expect(started).toMatchObject({ ok: false, detail: expect.stringContaining('no room') });
    expect(started).toMatchObject({ detail: expect.stringContaining('status 3') });
  });

  test('that never becomes ready is stopped', async () => {
    const started = await start('export const main = () => new Promise(() => setInterval(() => {}, 1000));', 300);
    expect(started).toMatchObject({ ok: false, detail: expect.stringContaining('not ready within') });
  });
});
