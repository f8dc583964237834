import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const name = 'npm-shrinkwrap.json';

/**
 * Writes the lock file of the package: the versions and hashes of package-lock.json without those of development. An
 * installation then has the packages that were tested.
 * @param {string} root
 */
export function writeShrinkwrap(root) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const entries = Object.entries(lock.packages).filter(([, entry]) => entry.dev !== true);
  const packages = Object.fromEntries(entries);
  const { devDependencies: _development, ...self } = packages[''];
  writeFileSync(join(root, name), JSON.stringify({ ...lock, packages: { ...packages, '': self } }));
}

/** In a checkout, npm would prefer it to package-lock.json. @param {string} root */
export const removeShrinkwrap = (root) => rmSync(join(root, name), { force: true });
