#!/usr/bin/env node
/**
 * Fails the build of the image unless it is what was measured: uWebSockets.js listens, every native module loads, the
 * models are intact, and there are no secrets, no tools and no file that the server could change. Runs in the finished
 * image as its user.
 */
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Loads a package as the server in the image does. @type {(name: string) => any} */
const library = createRequire(join(root, 'package.json'));
/** @param {string} path */
const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);

/** @type {readonly (readonly [string, () => unknown])[]} */
const checks = [
  ['uWebSockets.js listens', uwsListens],
  ['better-sqlite3 answers', () => new (library('better-sqlite3'))(':memory:').prepare('SELECT 1').get()],
  ['better-sqlite3 outlives garbage collections', driverHasNoHook],
  ['onnxruntime-node loads', () => library('onnxruntime-node').InferenceSession],
  ['argon2 hashes', () => library('@node-rs/argon2').hash('a password', { memoryCost: 1024 })],
  ['canvas draws', () => library('@napi-rs/canvas').createCanvas(1, 1).toBuffer('image/png')],
  ['the PDF reader loads', () => library('pdfjs-dist/legacy/build/pdf.mjs')],
  ['the word reader loads', wordReaderLoads],
  ['MP3 is encoded', mp3IsEncoded],
  ['tracing loads', () => built('src/tracing/index.js')],
  ['the command line loads', () => built('src/cli/main.js')],
  ['the models are intact', modelsAreIntact],
  ['no file is secret, and none can be changed', filesAreFixed],
];

async function uwsListens() {
  const { loadUws } = await built('media/wire/uws-native.js');
  const { adaptedUwsPath } = await built('native/uws-path.js');
  const load = loadUws(() => adaptedUwsPath(process.env));
  if (!load.ok) throw new Error(load.reason);
  const socket = await new Promise((resolve) => load.uws.App().listen('127.0.0.1', 0, resolve));
  if (socket === false) throw new Error('it does not listen');
  load.uws.us_listen_socket_close(socket);
}

/** A driver compiled with plain headers of Node 24.19 or newer aborts the process sooner or later (`object-wrap.h`). */
function driverHasNoHook() {
  const driver = readFileSync(join(root, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'));
  if (driver.includes('RemoveEnvironmentCleanupHook')) throw new Error('it was compiled with plain headers of Node');
}

async function wordReaderLoads() {
  const { createWorker, OEM } = library('tesseract.js');
  const langPath = join(root, 'node_modules/@tesseract.js-data/eng/4.0.0_best_int');
  const worker = await createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none', gzip: true });
  await worker.terminate();
}

/** In a process of its own that may do little: what it may do depends on the version of Node. */
async function mp3IsEncoded() {
  const { createMp3Files } = await built('src/recordings/index.js');
  const dir = mkdtempSync(join(tmpdir(), 'parley-check-'));
  try {
    const wav = Buffer.alloc(44 + 32_000);
    wav.writeUInt32LE(8000, 24);
    wav.writeUInt32LE(32_000, 40);
    writeFileSync(join(dir, 'silence.wav'), wav);
    const made = await createMp3Files({ dir }).get({ name: 'silence' });
    if (made.kind !== 'file') throw new Error(made.detail ?? made.kind);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function modelsAreIntact() {
  const modelsDir = process.env.MODELS_DIR ?? '';
  // An image without models: the operator mounts them.
  if (readdirSync(modelsDir).length === 0) return;
  const { checkModels } = await built('src/cli/checks.js');
  for (const { name, state, detail } of await checkModels(modelsDir)) {
    if (state !== 'ok') throw new Error(`${name}: ${detail}`);
  }
}

function filesAreFixed() {
  for (const name of ['src', 'test', 'bench', 'deploy', '.git', 'node_modules/typescript', 'node_modules/vitest']) {
    if (existsSync(join(root, name))) throw new Error(`${name} is in the image`);
  }
  for (const folder of [root, process.env.MODELS_DIR ?? root, process.execPath]) walk(folder);
}

/** @param {string} path */
function walk(path) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (/^\.env|\.(pem|key)$/.test(name)) throw new Error(`${path} may be a secret`);
  if (isWritable(path)) throw new Error(`${path} can be changed by the server`);
  if (!statSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) walk(join(path, entry.name));
  }
}

/** @param {string} path */
function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

let failed = 0;
for (const [what, check] of checks) {
  try {
    await check();
    process.stdout.write(`ok      ${what}\n`);
  } catch (error) {
    failed += 1;
    process.stdout.write(`FAILED  ${what}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}
// A listener of the native module would keep the process alive.
process.exit(failed === 0 ? 0 : 1);
