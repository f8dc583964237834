#!/usr/bin/env node
/**
 * Installs the packages of the image. The database driver is compiled here against Node's own headers, because a build with
 * plain headers of Node 24.19 or newer aborts the server (`bin/set-up/object-wrap.h`).
 */
import { fileURLToPath } from 'node:url';
import { installPackages } from '../set-up/packages.mjs';

installPackages({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  env: { ...process.env, npm_config_build_from_source: 'true' },
  say: (line) => process.stderr.write(`${line}\n`),
});
