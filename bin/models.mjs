#!/usr/bin/env node
import { afterSetUp, built } from './set-up/set-up.mjs';

await afterSetUp({ models: [] }, async (env) => {
  const { main } = await built('models/main.js');
  return main(process.argv.slice(2), env);
});
