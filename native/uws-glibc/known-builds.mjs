import { readFileSync } from 'node:fs';

/**
 * The builds the adaptation was tried on, by the SHA-256 of the file as published (version 20.57.0) and of the copy it must become.
 * `<platform>_<arch>_<abi>` is how the package names its files; ABI 115 is Node 20, 127 is 22, 137 is 24, 141 is 25.
 * @type {Record<string, { input: string, output: string }>}
 */
export const knownBuilds = JSON.parse(readFileSync(new URL('./known-builds.json', import.meta.url), 'utf8'));
