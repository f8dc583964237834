import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';
import allowed from './supply-chain.json' with { type: 'json' };

export interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** `packages` of package-lock.json by folder, without the project itself. */
export type Locked = Readonly<Record<string, LockedPackage>>;

export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

const nameOf = (path: string, { name }: LockedPackage): string =>
  name ?? (path.split('node_modules/').at(-1) as string);

/** Matches an exact version, or another package's under an alias; no range, tag or URL. */
const exact = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;

export const looseSpecs = ({ dependencies, devDependencies }: Manifest): string[] =>
  Object.entries({ ...dependencies, ...devDependencies })
    .filter(([, spec]) => !exact.test(spec))
    .map(([name, spec]) => `${name}: ${spec} is no exact version`);

/**
 * Development tool builds for platforms that the project is neither developed nor checked on; they are not installed
 * here.
 */
const isForOthers = ({ dev, optional, os = [], cpu = [], libc = [] }: LockedPackage): boolean =>
  dev === true &&
  optional === true &&
  (!os.includes('linux') || libc.includes('musl') || !cpu.some((one) => one === 'x64' || one === 'arm64'));

/** Returns packages that do not come from a registry or lack a strong hash. */
export function unpinned(locked: Locked): string[] {
  return Object.entries(locked).flatMap(([path, entry]) => {
    const { version, resolved, integrity, link } = entry;
    const name = nameOf(path, entry);
    const tarball = `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;
    if (link === true) return [`${path} is a link`];
    if (resolved !== undefined && !(/^https:\/\/[^/@?#]+\//.test(resolved) && resolved.endsWith(tarball)))
      return [`${path} comes from ${resolved}`];
    const strong = /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '');
    return strong ? [] : [`${path} has no SHA-512`];
  });
}

/** Returns packages with an install script that package.json neither allows nor denies. */
export const undecidedScripts = (locked: Locked, { allowScripts }: Manifest): string[] =>
  Object.entries(locked)
    .filter(([path, entry]) => entry.hasInstallScript === true && !(nameOf(path, entry) in allowScripts))
    .map(([path]) => `${path} wants to run a script at its installation`);

/** One allowed licence of those that a package offers is enough. */
const isAllowed = (name: string, licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((one) => allowed.licences.includes(one)) ||
  Object.entries(allowed.oldNames).some(([of, one]) => licence === one && name === of) ||
  Object.entries(allowed.publicDomain).some(([of, one]) => licence === one && name === of) ||
  Object.entries(allowed.copyleft).some(([of, one]) => licence === one && (name === of || name.startsWith(`${of}-`)));

/** Returns whether a package without a licence in its manifest still has the agreed licence file. */
function isFiled(folder: string, name: string, version: string): boolean {
  const filed = Object.entries(allowed.filed).find(([of]) => of === `${name}@${version}`)?.[1];
  if (filed === undefined) return false;
  return !existsSync(folder) || sha256(join(folder, filed.file)) === filed.sha256;
}

/** Returns unknown licences in the lock file and among installed packages. */
export function unknownLicences(locked: Locked, root: string): string[] {
  return Object.entries(locked).flatMap(([path, entry]) => {
    const manifest = join(root, path, 'package.json');
    const installed = existsSync(manifest)
      ? ((JSON.parse(readFileSync(manifest, 'utf8')) as { license?: unknown }).license ?? 'none')
      : undefined;
    if (entry.license === undefined && installed === undefined && isForOthers(entry)) return [];
    if (entry.license === undefined && isFiled(join(root, path), nameOf(path, entry), entry.version)) return [];
    return [entry.license ?? 'none', installed ?? entry.license ?? 'none']
      .map((licence) => (typeof licence === 'string' ? licence : JSON.stringify(licence)))
      .filter((licence, index, all) => all.indexOf(licence) === index && !isAllowed(nameOf(path, entry), licence))
      .map((licence) => `${path} is under ${licence}`);
  });
}

/** Returns the native code files of a package. */
function machineCodeOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : machineCodeOf(path);
    return /\.(node|dylib|dll|exe)$|\.so(\.\d+)*$/.test(entry.name) ||
      (entry.isFile() && !entry.name.includes('.') && isElf(path))
      ? [path]
      : [];
  });
}

function isElf(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(4);
    return readSync(file, head) === 4 && head.equals(Buffer.from('\x7fELF', 'latin1'));
  } finally {
    closeSync(file);
  }
}

interface Native {
  /** The package's hash, as in the lock file. */
  readonly integrity: string;
  /** SHA-256 of the files that a server loads, by path in the package. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Returns installed packages with native code that are not listed, and files that differ from the published ones. */
export function changedNatives(locked: Locked, root: string): string[] {
  const natives: Readonly<Record<string, Native>> = allowed.natives;
  return Object.entries(locked).flatMap(([path, entry]) => {
    const folder = join(root, path);
    const known = natives[`${nameOf(path, entry)}@${entry.version}`];
    if (known === undefined) {
      // Covered by the same package for the platform on which every change is checked; the lock file has its hash.
      if (entry.cpu !== undefined && !isForLinuxX64(entry)) return [];
      const [first] = machineCodeOf(folder);
      return first === undefined ? [] : [`${path} ${entry.version} has machine code: ${relative(folder, first)}`];
    }
    const other = known.integrity === entry.integrity ? [] : [`${path} is not the known ${entry.version}`];
    const changed = Object.entries(known.files ?? {})
      .filter(([file]) => existsSync(folder) && sha256(join(folder, file)) !== known.files?.[file])
      .map(([file]) => `${path}/${file} has another hash`);
    return [...other, ...changed];
  });
}

const isForLinuxX64 = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: LockedPackage): boolean =>
  os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');

const sha256 = (path: string): string =>
  existsSync(path) ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'none';
