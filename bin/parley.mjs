#!/usr/bin/env node
import { withOnePool } from './set-up/one-pool.mjs';
import { afterSetUp, built } from './set-up/set-up.mjs';

const argv = process.argv.slice(2);
// Help and diagnosis commands must not start by downloading weights.
const models = ['start', 'call', 'replay', 'simulate'].includes(argv[0] ?? '') ? ['default'] : [];

const run = () =>
  afterSetUp({ models }, async (env) => {
    const { main } = await built('src/cli/main.js');
    return main(argv, env);
  });
await (argv[0] === 'start' ? withOnePool(import.meta.url, run) : run());
