/** The lowest level that a meter shows. */
export const floorDbfs = -60;

/**
 * Returns the level in dBFS of `count` samples whose squares sum to `energy`, at full scale 1; never below the floor.
 */
export function levelDbfs(energy: number, count: number): number {
  if (count === 0 || energy <= 0) return floorDbfs;
  return Math.max(floorDbfs, 10 * Math.log10(energy / count));
}

export function frameLevelDbfs(frame: Int16Array): number {
  let energy = 0;
  for (const sample of frame) energy += (sample / 32768) ** 2;
  return levelDbfs(energy, frame.length);
}

/** Returns the position of a level on a meter, 0 to 1. */
export const meterShare = (dbfs: number): number => Math.max(0, Math.min(1, 1 - dbfs / floorDbfs));
