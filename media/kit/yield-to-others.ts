import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lowers the priority of this process below the usual one. One that is lower already stays: to raise it takes a
 * privilege that confined processes lack.
 */
export function yieldToOthers(): void {
  const { PRIORITY_BELOW_NORMAL: low } = constants.priority;
  if (getPriority() < low) setPriority(low);
}
