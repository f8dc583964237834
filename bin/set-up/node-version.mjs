import { SetUpFault } from './fault.mjs';

/** @param {string} version in the format of `process.versions.node` */
export function requireNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new SetUpFault(
    `Parley needs Node 20.19 or newer; this is ${version}. Install a newer Node and run the same command.`,
  );
}
