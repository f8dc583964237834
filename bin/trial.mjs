#!/usr/bin/env node
import { afterSetUp, built } from './set-up/set-up.mjs';
import { trials } from './set-up/trials.mjs';

const [name = '', ...argv] = process.argv.slice(2);
const wanted = name === 'all' ? trials : trials.filter((trial) => trial === name);

if (wanted.length === 0) {
  process.stderr.write(`Name a trial: ${trials.join(', ')}, or all\n`);
  process.exit(2);
}
await afterSetUp({ models: ['default'] }, async (env) => {
  let status = 0;
  for (const trial of wanted) {
    const { main } = await built(`bench/trials/${trial}.js`);
    status = Math.max(status, await main(argv, env));
  }
  return status;
});
