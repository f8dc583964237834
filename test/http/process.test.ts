import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testModelsDir } from '../models.ts';
import { temporaryFolder } from './test-app.ts';

const root = join(import.meta.dirname, '..', '..');

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built server as a process of its own, on free ports and a folder of its own. */
function start(
  env: Record<string, string>,
  argv: readonly string[] = [],
): {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Ended>;
  readonly ready: Promise<string>;
} {
  const child = spawn(process.execPath, [join(root, 'dist', 'src', 'main.js'), ...argv], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      DATA_DIR: temporaryFolder(),
      MODELS_DIR: testModelsDir,
      // No calls come: one thread opens and warms up each model as several do.
      INFERENCE_THREADS: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      const address = /^ready (\S+)$/m.exec(out)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.on('close', () => reject(new Error(`ended before it was ready: ${err}`)));
  });
  ready.catch(() => {});
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Ended>((resolve) => child.on('close', (status) => resolve({ status, out, err })));
  return { child, ended, ready };
}

describe('the process', () => {
  test('prints ready once, answers, and exits cleanly', async () => {
    const { child, ended, ready } = start({});
    const address = await ready;
    expect((await fetch(`${address}/health`)).status).toBe(200);
    // Twice, as to a group of processes whose first passes signals on: it is no second thought.
    child.kill('SIGTERM');
    child.kill('SIGTERM');
    const { status, out } = await ended;
    expect(status).toBe(0);
    expect(out).toBe(`ready ${address}\n`);
  });

  test('--demo prints the credentials to standard output and not to the log', async () => {
    const { child, ended, ready } = start({}, ['--demo']);
    const address = await ready;
    child.kill('SIGTERM');
    const { status, out, err } = await ended;
    const [, told, email, password] = /^demo (\S+) e-mail (\S+) password (\S{16})\nready \S+\n$/.exec(out) ?? [];
    expect([status, told, email]).toEqual([0, address, 'demo@example.com']);
    expect(err).not.toContain(password);
  });

  test.each([
    ['a wrong environment', { PORT: 'http', LOG_LEVEL: 'loud' }, /PORT must be[\s\S]*LOG_LEVEL must be/],
    ['missing models', { MODELS_DIR: '/nonexistent/models' }, /npm run models/],
    ['a data folder that cannot be', { DATA_DIR: '/dev/null/data' }, /DATA_DIR/],
  ])('%s stops the start with a sentence and no stack', async (_, env, sentence) => {
    const { status, out, err } = await start(env).ended;
    expect(status).toBe(1);
    expect(out).toBe('');
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });

  test('a port in use is named with a remedy', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const { status, err } = await start({ PORT: String(port), MEDIA_PORT: '0' }).ended;
    expect(status).toBe(1);
    expect(err).toContain(`Port ${port} on 127.0.0.1 (PORT) is in use`);
    expect(err).toContain('set PORT');
    expect(err).not.toMatch(/^\s+at /m);
  });
});
