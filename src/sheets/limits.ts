/** Limits of a file of rows. One within them needs little memory, whatever it contains. */
export const sheetLimits = {
  columns: 200,
  cellCharacters: 10_000,
  rowCharacters: 100_000,
  /** Limit of the shared strings, which are kept in memory. */
  sharedCharacters: 16_000_000,
  sharedTexts: 2_000_000,
} as const;

/** Limits of an office file, which is a ZIP archive of XML parts. */
export const packageLimits = {
  /** Limit of the unpacked size of all parts, and of its ratio to the packed size. */
  unpackedBytes: 200 * 2 ** 20,
  unpackedRatio: 100,
  entries: 1000,
  /** Limit of XML elements in a part, empty ones included: 100,000 rows of 100 cells have 20 million. */
  elements: 25_000_000,
} as const;

/** The ratio limit applies from this size: a smaller part is harmless however well it is packed. */
export const ratioFromBytes = 1024 * 1024;
