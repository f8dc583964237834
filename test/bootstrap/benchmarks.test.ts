import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { benchmarks } from '../../bin/set-up/benchmarks.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

it('benchmarks are the modules of bench/ that can be run, each with a script', () => {
  const runnable = readdirSync(join(root, 'bench'))
    .filter((file) => file.endsWith('.ts') && /^export async function main\(/m.test(read(`bench/${file}`)))
    .map((file) => file.slice(0, -3));
  expect(benchmarks).toEqual(runnable.sort());
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const name of benchmarks) expect(scripts[`bench:${name}`]).toBe(`node bin/bench.mjs ${name}`);
});

it.each(['call', 'endpoint', 'recognise'])(
  'bench %s says what it wants when a folder holds no prompts',
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
    expect(told).toContain(`${join(root, 'docs')} holds no prompts: there is no transcripts.tsv`);
    told = '';
    expect(await main(['--help'], {})).toBe(0);
    expect(told).toContain('beside a development checkout');
    expect(told).not.toContain('shared/speech');
  },
);
