/**
 * Writes golden.json from the plain forms: `npx tsx test/kernels/write-golden.ts`. Run it only when a kernel's values
 * are meant to change.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goldenCases } from './golden-cases.ts';

const lines = goldenCases.map(({ name, tolerance, run }) => {
  const values = run('ts').map((value) => (tolerance === 0 ? value : Number(value.toPrecision(8))));
  return `  ${JSON.stringify(name)}: [${values.join(', ')}]`;
});
writeFileSync(join(import.meta.dirname, 'golden.json'), `{\n${lines.join(',\n')}\n}\n`);
