import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLoop } from '../../bench/api/open-loop.ts';
import { main as benchApi } from '../../bench/api.ts';
import { benchmarks } from '../../bin/set-up/benchmarks.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('each runnable module of bench/ is a benchmark by name', () => {
  const runnable = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts') && /^export async function main\(/m.test(read(`bench/${file}`)))
    .map((file) => file.slice(0, -3));
  expect(benchmarks).toEqual(runnable.sort());
});

it.each(['call', 'endpoint', 'recognise'])(
  'bench %s explains what it needs when a folder has no prompts',
  async (name) => {
    let told = '';
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      told += String(text);
      return true;
    });
    onTestFinished(() => write.mockRestore());
    const { main } = (await import(`../../bench/${name}.ts`)) as {
      main(argv: string[], env: NodeJS.ProcessEnv): Promise<number>;
    };
    expect(await main(['--speech', join(root, 'docs')], {})).toBe(2);
    expect(told).toContain(`${join(root, 'docs')} has no transcripts.tsv`);
    told = '';
    expect(await main(['--help'], {})).toBe(0);
    expect(told).toContain('beside a development checkout');
    expect(told).not.toContain('shared/speech');
  },
);

it('bench api prints its usage', async () => {
  let told = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    told += String(text);
    return true;
  });
  onTestFinished(() => write.mockRestore());
  expect(await benchApi(['--calls', '12'], {})).toBe(2);
  expect(await benchApi(['--help'], {})).toBe(0);
  expect(told).toContain('requests a second, at fixed times');
});

it('bench api keeps its rate while responses are missing', async () => {
  const count = 20;
  const held: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    held.push(response);
    if (held.length === count) for (const one of held) one.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const routes = [{ name: 'any', method: 'GET' as const, path: () => '/', share: 1 }];
  const answers = await openLoop({
    baseUrl: `http://127.0.0.1:${port}`,
    token: 'token',
    routes,
    perSecond: 1000,
    seconds: count / 1000,
    random: () => 0.5,
  });
  expect(answers.map(({ name, status }) => `${name} ${status}`)).toEqual(Array(count).fill('any 200'));
});
