import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import {
  changedNatives,
  type Locked,
  type LockedPackage,
  looseSpecs,
  type Manifest,
  undecidedScripts,
  unknownLicences,
  unpinned,
} from './supply-chain.ts';

const root = join(import.meta.dirname, '..', '..');
const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), 'utf8')) as T;

const manifest = read<Manifest>('package.json');
const { '': _project, ...locked } = read<{ packages: Record<string, LockedPackage> }>('package-lock.json').packages;

/** The lock file with one more package, whose integrity is like that of any other. */
const withPackage = (more: Partial<LockedPackage>, path = 'node_modules/left-pad'): Locked => ({
  ...locked,
  [path]: { version: '1.3.0', license: 'MIT', integrity: `sha512-${'A'.repeat(86)}==`, ...more },
});

test('each dependency has one exact version', () => {
  expect(looseSpecs(manifest)).toEqual([]);
});

test.each(['^1.3.0', '1.x', 'latest', '*', 'git+ssh://git@example.com/left-pad.git', 'owner/left-pad', 'file:../pad'])(
  'a dependency on %s is seen',
  (spec) => {
    expect(looseSpecs({ ...manifest, dependencies: { 'left-pad': spec } })).toHaveLength(1);
  },
);

test('each package comes from a registry and has a SHA-512', () => {
  expect(unpinned(locked), 'run npm install once more, or take another package').toEqual([]);
});

test.each([
  ['without a hash', { integrity: undefined }],
  ['with a weak hash', { integrity: 'sha1-W4o3v0Bq9GRrPgW4tgvnyFIW5ZE=' }],
  ['of a repository', { resolved: 'git+ssh://git@example.com/owner/left-pad.git#0123456789abcdef' }],
  ['of a page', { resolved: 'https://example.com/left-pad.tgz' }],
  ['without encryption', { resolved: 'http://example.com/left-pad/-/left-pad-1.3.0.tgz' }],
  ['of another name', { resolved: 'https://example.com/right-pad/-/right-pad-1.3.0.tgz' }],
  ['of a folder', { link: true, resolved: '../left-pad' }],
  ['for this machine without a hash', { integrity: undefined, dev: true, optional: true, os: ['linux'], cpu: ['x64'] }],
])('a package %s is seen', (_how, more) => {
  expect(unpinned(withPackage(more as Partial<LockedPackage>))).toHaveLength(1);
});

test('a package that names its place in a registry passes', () => {
  const resolved = 'https://example.com/mirror/@scope/left-pad/-/left-pad-1.3.0.tgz';
  expect(unpinned(withPackage({ resolved }, 'node_modules/a/node_modules/@scope/left-pad'))).toEqual([]);
});

test('each install script is allowed or forbidden by name', () => {
  const what = 'read the script, then say in allowScripts of package.json whether it may run';
  expect(undecidedScripts(locked, manifest), what).toEqual([]);
  expect(undecidedScripts(withPackage({ hasInstallScript: true }), manifest)).toHaveLength(1);
});

test('each licence is on the agreed list', () => {
  expect(unknownLicences(locked, root), 'licences are listed in test/bootstrap/supply-chain.json').toEqual([]);
});

test.each([
  'GPL-3.0-only',
  'AGPL-3.0',
  'MPL-2.0',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE',
  'GPL-2.0 OR LGPL-3.0',
  undefined,
])('a package under %s is seen', (license) => {
  expect(unknownLicences(withPackage({ license } as Partial<LockedPackage>), root)).toHaveLength(1);
});

test('an installed package with another licence than in the lockfile is detected', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules', 'left-pad'), { recursive: true });
  writeFileSync(join(folder, 'node_modules', 'left-pad', 'package.json'), JSON.stringify({ license: 'GPL-3.0-only' }));
  expect(unknownLicences(withPackage({}), folder)).toEqual(['node_modules/left-pad is under GPL-3.0-only']);
});

test('native code comes in known packages, and the server loads it as published', () => {
  const what = 'a new version? see what changed, then put its hashes into test/bootstrap/supply-chain.json';
  expect(changedNatives(locked, root), what).toEqual([]);
});

test('native code in another package, with another hash, or in a changed file is detected', () => {
  const folder = temporaryFolder();
  const put = (path: string, bytes: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), bytes, 'latin1');
  };
  put('node_modules/left-pad/build/pad.node', 'machine code');
  put('node_modules/left-pad/node_modules/deep/bin/pad', '\x7fELF');
  const bare = withPackage({ integrity: `sha512-${'A'.repeat(86)}==` });
  const own = { 'node_modules/left-pad': bare['node_modules/left-pad'] as LockedPackage };
  expect(changedNatives(own, folder)).toEqual(['node_modules/left-pad 1.3.0 has machine code: build/pad.node']);
  const deep = { 'node_modules/left-pad/node_modules/deep': own['node_modules/left-pad'] as LockedPackage };
  expect(changedNatives(deep, folder)).toHaveLength(1);

  const runtime = locked['node_modules/onnxruntime-node'] as LockedPackage;
  const another = { 'node_modules/onnxruntime-node': { ...runtime, integrity: `sha512-${'A'.repeat(86)}==` } };
  expect(changedNatives(another, root)).toEqual(['node_modules/onnxruntime-node is not the known 1.30.0']);
  put('node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1', 'other machine code');
  const changed = changedNatives({ 'node_modules/onnxruntime-node': runtime }, folder);
  expect(changed).toContain('node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1 has another hash');
});
