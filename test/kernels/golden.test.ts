import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wasmModule } from '../../media/dsp/kernels/wasm.ts';
import { wasmBase64 } from '../../media/dsp/kernels/wasm-bytes.ts';
import { compileKernels } from '../../native/kernels/compile.mjs';
import { goldenCases } from './golden-cases.ts';

const golden = JSON.parse(readFileSync(join(import.meta.dirname, 'golden.json'), 'utf8')) as Record<string, number[]>;

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
