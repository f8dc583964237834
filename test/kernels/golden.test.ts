import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wasmModule } from '../../media/dsp/kernels/wasm.ts';
import { wasmBase64 } from '../../media/dsp/kernels/wasm-bytes.ts';
import { compileKernels } from '../../native/kernels/compile.mjs';
import { goldenCases } from './golden-cases.ts';

const path = join(import.meta.dirname, 'golden.json');
/** For when the values of a kernel are meant to change: writes the vectors of the plain forms. */
if (process.env.WRITE_GOLDEN === '1') writeFileSync(path, goldenFile());
const golden = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number[]>;

function goldenFile(): string {
  const lines = goldenCases.map(({ name, tolerance, run }) => {
    const values = run('ts').map((value) => (tolerance === 0 ? value : Number(value.toPrecision(8))));
    return `  ${JSON.stringify(name)}: [${values.join(', ')}]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

describe.each(['ts', 'wasm'] as const)('kernels as %s', (form) => {
  it.each(goldenCases)('the kernels produce the golden vector of $name', ({ name, tolerance, run }) => {
    const made = run(form);
    const expected = golden[name]!;
    expect(made.length).toBe(expected.length);
    const largest = Math.max(...expected.map(Math.abs));
    made.forEach((value, i) => {
      expect(Math.abs(value - expected[i]!), `value ${i}`).toBeLessThanOrEqual(tolerance * largest);
    });
  });
});

it('each case has a golden vector, and each vector a case', () => {
  expect(Object.keys(golden).sort()).toEqual(goldenCases.map(({ name }) => name).sort());
});

it('every supported machine has WebAssembly with SIMD', () => {
  expect(wasmModule).toBeDefined();
});

it('the loaded kernels are built from the sources', async () => {
  expect(wasmBase64).toBe((await compileKernels()).toString('base64'));
});
