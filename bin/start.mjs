#!/usr/bin/env node
import { withOnePool } from './set-up/one-pool.mjs';
import { afterSetUp, built } from './set-up/set-up.mjs';

await withOnePool(import.meta.url, () =>
  afterSetUp({ models: ['default'] }, async (env) => {
    const { main } = await built('src/main.js');
    // Open handles must not keep a stopping server alive.
    process.exit(await main(process.argv.slice(2), env));
  }),
);
