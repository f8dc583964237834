/** Splits rows to stay within the parameter limit of a statement. */
export function parts<T>(all: readonly T[]): T[][] {
  const size = 500;
  return Array.from({ length: Math.ceil(all.length / size) }, (_, nth) => all.slice(nth * size, (nth + 1) * size));
}
