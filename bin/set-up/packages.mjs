import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { driverWorks, installDriver } from './driver.mjs';
import { SetUpFault } from './fault.mjs';
import { packageEnvironment } from './package-environment.mjs';

/**
 * Installs the packages of package-lock.json for the running Node: native packages are built for one ABI.
 * @param {{ root: string, env: NodeJS.ProcessEnv, say: (line: string) => void }} options
 */
export function installPackages({ root, env, say }) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256')
    .update(lock)
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');
  const stamp = join(root, 'node_modules', '.parley-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!installedByHand(root, lock)) {
    say('Installing packages (once; a minute or two)…');
    const npm = (/** @type {readonly string[]} */ args) => {
      const { status, output } = runNpm(args, { root, env });
      if (status !== 0) throw nameFailure(output);
      if (output.trim()) say(output.trim());
    };
    // Of all install scripts only the database driver's may run (`allowScripts` of package.json).
    npm(['ci', '--include=dev', '--ignore-scripts', '--prefer-offline']);
    installDriver({ root, env, compile: () => npm(['rebuild', 'better-sqlite3']) });
  }
  writeFileSync(stamp, wanted);
}

/**
 * Returns whether a manual `npm install` has already installed exactly these packages, working on this Node.
 * @param {string} root @param {Buffer} lock
 */
function installedByHand(root, lock) {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const there = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const { '': _root, ...wanted } = JSON.parse(lock.toString('utf8')).packages;
  for (const [path, { version, integrity, optional }] of Object.entries(wanted)) {
    const found = there[path];
    if (!found && !optional) return false;
    if (found && (found.version !== version || found.integrity !== integrity)) return false;
  }
  return driverWorks(root);
}

/**
 * Runs the npm that started this process, or the one on the PATH.
 * @param {readonly string[]} command @param {{ root: string, env: NodeJS.ProcessEnv }} options
 */
function runNpm(command, { root, env }) {
  const cli = env.npm_execpath?.endsWith('npm-cli.js') ? env.npm_execpath : undefined;
  const args = [...command, '--no-fund', '--no-audit', '--loglevel=error'];
  const headers = join(dirname(process.execPath), '..');
  const objectWrap = fileURLToPath(new URL('object-wrap.h', import.meta.url));
  const { status, stdout, stderr, error } = spawnSync(cli ? process.execPath : 'npm', cli ? [cli, ...args] : args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    shell: !cli && process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...packageEnvironment(env),
      // Skips a download of GPU libraries from outside the registry, which only some machines need.
      ONNXRUNTIME_NODE_INSTALL: 'skip',
      // With Node's own headers, compiling needs no download.
      JOBS: 'max',
      CXXFLAGS: `${env.CXXFLAGS ?? ''} -include "${objectWrap}"`.trim(),
      ...(existsSync(join(headers, 'include', 'node', 'node.h')) && { npm_config_nodedir: headers }),
    },
  });
  if (error)
    throw new SetUpFault(`npm could not be started (${error.message}). It comes with Node: install Node again.`);
  // Reports warnings but not the added packages.
  const notable = status === 0 ? stderr : `${stdout}${stderr}`;
  return { status, output: notable };
}

/** @param {string} output */
function nameFailure(output) {
  const lastLines = output.trim().split('\n').slice(-12).join('\n');
  if (
    /gyp ERR! find Python|not found: make|make: not found|gyp ERR! stack Error: `make`|No acceptable C|g\+\+: not found|make failed/.test(
      output,
    )
  ) {
    return new SetUpFault(
      `${lastLines}\n\nThe database driver has to be compiled on this machine, and its compiler is missing.\nDebian, Ubuntu: apt-get install build-essential python3`,
    );
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT/.test(output)) {
    return new SetUpFault(
      `${lastLines}\n\nThe package registry was not reached: check the connection or npm's proxy settings.`,
    );
  }
  if (/ENOSPC/.test(output)) return new SetUpFault(`${lastLines}\n\nThe disk is full: packages need about 900 MB.`);
  return new SetUpFault(`${lastLines}\n\nInstalling packages failed; the lines above are what npm said.`);
}
