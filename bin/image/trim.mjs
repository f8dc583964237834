#!/usr/bin/env node
/**
 * Deletes the files of node_modules that a server never reads: builds for other machines, source maps, types, sources of
 * compiled modules. Prints the bytes freed. The Dockerfile runs it after `npm prune`; `check.mjs` then proves that the
 * rest loads.
 */
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';

const { platform, arch, versions } = process;

/** Folders and files that other machines, browsers or compilers read, as globs below node_modules. */
const unused = [
  '**/*.{map,ts,mts,cts}',
  '**/{README,CHANGELOG,ChangeLog,HISTORY}*.md',
  '**/{test,tests,__tests__,benchmark,benchmarks,.yarn}',
  '.cache',
  'better-sqlite3/{deps,src}',
  'better-sqlite3/build/{deps,Release/obj,Release/obj.target,Release/.deps,Release/sqlite3.a,Release/test_extension.node}',
  '@opentelemetry/*/build/{esm,esnext}',
  // The word reader uses the models of the folder 4.0.0_best_int.
  '@tesseract.js-data/*/4.0.0',
  'openai/src',
  'libphonenumber-js/bundle',
  'mediabunny/src',
  // The server imports the legacy build.
  'pdfjs-dist/{build,web,image_decoders,types,legacy/web,legacy/image_decoders}',
  'tesseract.js-core/*.wasm.js',
];

/** Native builds, of which only that of this machine and Node is used. */
const builds = [
  { all: 'uWebSockets.js/uws_*.node', own: `uWebSockets.js/uws_${platform}_${arch}_${versions.modules}.node` },
  { all: 'onnxruntime-node/bin/napi-v*/*/*', own: `onnxruntime-node/bin/napi-v*/${platform}/${arch}` },
];

/** Returns whether a server on this machine never reads the path. @param {string} path relative to node_modules */
export function isUnused(path) {
  if (unused.some((glob) => matchesGlob(path, glob))) return true;
  return builds.some(({ all, own }) => matchesGlob(path, all) && !matchesGlob(path, own));
}

/** Returns the bytes below a path. @param {string} path @returns {number} */
function sizeOf(path) {
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

/** Deletes what is unused and returns the bytes freed. @param {string} modules @returns {number} */
export function trim(modules, below = '') {
  let freed = 0;
  for (const entry of readdirSync(join(modules, below), { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (isUnused(path)) {
      freed += sizeOf(join(modules, path));
      rmSync(join(modules, path), { recursive: true });
    } else if (entry.isDirectory()) freed += trim(modules, path);
  }
  return freed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  process.stdout.write(`${Math.round(trim(modules) / 1e6)} MB of node_modules deleted\n`);
}
