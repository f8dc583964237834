import { freeObject } from './fields.ts';

const mostLevels = 20;

function levelsOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (most === 0) return 1;
  return 1 + Object.values(value).reduce((deepest: number, item) => Math.max(deepest, levelsOf(item, most - 1)), 0);
}

const isShallow = (value: unknown): boolean => levelsOf(value, mostLevels) <= mostLevels;

const fits = (kib: number) => (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= kib * 1024;

/** An object with arbitrary keys and values of the client, up to `kib` KiB. */
export const ownObject = (kib: number) =>
  freeObject
    .refine(isShallow, { abort: true, message: `must have at most ${mostLevels} levels` })
    .refine(fits(kib), `must have at most ${kib} KiB`);
