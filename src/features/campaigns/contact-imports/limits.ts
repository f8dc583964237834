/** Limits of an import. Those of its cells are in `src/sheets/limits.ts`. */
export const importLimits = {
  fileBytes: 20 * 2 ** 20,
  rows: 100_000,
} as const;
