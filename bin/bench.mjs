#!/usr/bin/env node
import { benchmarks } from './set-up/benchmarks.mjs';
import { afterSetUp, built } from './set-up/set-up.mjs';

const [name = '', ...argv] = process.argv.slice(2);

if (!benchmarks.includes(name)) {
  process.stderr.write(`Name a benchmark: ${benchmarks.join(', ')}\n`);
  process.exit(2);
}
await afterSetUp({ models: ['default', 'bench'] }, async (env) => {
  const { main } = await built(`bench/${name}.js`);
  return main(argv, env);
});
