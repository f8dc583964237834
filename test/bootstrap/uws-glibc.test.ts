import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { adaptUws, thisMachine } from '../../native/uws-glibc/adapt.mjs';
import { withoutGlibc238 } from '../../native/uws-glibc/elf.mjs';
import { knownBuilds } from '../../native/uws-glibc/known-builds.mjs';
import { adaptedUwsPath } from '../../native/uws-path.ts';

const packageFolder = dirname(createRequire(import.meta.url).resolve('uWebSockets.js'));
const oldMachine = { platform: 'linux', arch: 'x64', abi: '115', glibc: '2.36' };

let env: { XDG_CACHE_HOME: string };
beforeEach(() => {
  env = { XDG_CACHE_HOME: mkdtempSync(join(tmpdir(), 'parley-cache-')) };
});
afterEach(() => rmSync(env.XDG_CACHE_HOME, { recursive: true }));

describe('adapting uWebSockets.js to an older C library', () => {
  it.each(Object.keys(knownBuilds))('turns the published %s into the tested file', (build) => {
    const [platform = '', arch = '', abi = ''] = build.split('_');
    const done = adaptUws({ packageFolder, env, machine: { platform, arch, abi, glibc: '2.36' } });
    expect(done.outcome).toBe('adapted');
    expect(adaptUws({ packageFolder, env, machine: { platform, arch, abi, glibc: '2.36' } }).outcome).toBe('present');
  });

  it.each([
    { ...oldMachine, glibc: '2.38' },
    { ...oldMachine, glibc: '3.0' },
    { ...oldMachine, glibc: undefined },
    { ...oldMachine, platform: 'darwin', glibc: undefined },
  ])('does nothing where it is not needed: %j', (machine) => {
    expect(adaptUws({ packageFolder, env, machine })).toEqual({ outcome: 'not-needed' });
    expect(existsSync(join(env.XDG_CACHE_HOME, 'parley'))).toBe(false);
  });

  it('rejects an unknown file', () => {
    const changed = join(env.XDG_CACHE_HOME, 'package');
    const name = 'uws_linux_x64_115.node';
    cpSync(join(packageFolder, 'package.json'), join(changed, 'package.json'));
    const bytes = readFileSync(join(packageFolder, name));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(changed, name), bytes);
    const done = adaptUws({ packageFolder: changed, env, machine: oldMachine });
    expect(done).toMatchObject({ outcome: 'unknown-build', reason: expect.stringContaining('unknown hash') });
    expect(existsSync(join(env.XDG_CACHE_HOME, 'parley'))).toBe(false);
  });

  it('rejects a Node version without a build', () => {
    const done = adaptUws({ packageFolder, env, machine: { ...oldMachine, abi: '999' } });
    expect(done.outcome).toBe('unknown-build');
  });

  it('replaces a damaged copy', () => {
    const done = adaptUws({ packageFolder, env, machine: oldMachine });
    if (done.outcome !== 'adapted') return expect.fail(done.outcome);
    writeFileSync(done.path, 'cut');
    expect(adaptUws({ packageFolder, env, machine: oldMachine }).outcome).toBe('adapted');
    expect(readFileSync(done.path).length).toBeGreaterThan(1e6);
  });

  it.skipIf(process.platform !== 'linux')('is not loaded when the copy in the cache was changed or is missing', () => {
    const done = adaptUws({ packageFolder, env, machine: { ...thisMachine(), glibc: '2.36' } });
    if (done.outcome !== 'adapted') return expect.fail(done.outcome);
    const bytes = readFileSync(done.path);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(done.path, bytes);
    expect(() => adaptedUwsPath(env)).toThrow('not the file that set-up wrote');
    rmSync(done.path);
    expect(() => adaptedUwsPath(env)).toThrow('ENOENT');
  });

  it('rejects a file that is not an ELF library', () => {
    expect(() => withoutGlibc238(Buffer.from('#!/bin/sh'))).toThrow('not a 64-bit little-endian ELF file');
  });

  it('is found at the path that the media plane uses, and loads in a thread too', ({ skip }) => {
    const machine = { ...thisMachine(), glibc: '2.36' };
    if (machine.platform !== 'linux') return skip('only Linux needs it');
    const done = adaptUws({ packageFolder, env, machine });
    expect(done).toEqual({ outcome: 'adapted', path: adaptedUwsPath(env) });
    const load = `const { App } = require(${JSON.stringify(adaptedUwsPath(env))}); if (typeof App !== 'function') throw 1;`;
    const inThread = `new (require('worker_threads').Worker)(${JSON.stringify(load)}, { eval: true })`;
    execFileSync(process.execPath, ['-e', load]);
    execFileSync(process.execPath, ['-e', `${inThread}.on('error', () => process.exit(1))`]);
  });
});
