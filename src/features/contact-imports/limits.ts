/** What an import takes. A file within them is read in little memory, whatever is in it. */
export const importLimits = {
  fileBytes: 20 * 2 ** 20,
  rows: 100_000,
  columns: 200,
  cellCharacters: 10_000,
  rowCharacters: 100_000,
  /** Of a workbook unpacked, and how many times its packed size that may be. */
  unpackedBytes: 200 * 2 ** 20,
  unpackedRatio: 100,
  /** Parts of a workbook. */
  entries: 1000,
  /** Of the texts that its sheets share, which are held in memory. */
  sharedCharacters: 16_000_000,
  sharedTexts: 2_000_000,
  /** Of a part's XML, empty ones included: 100,000 rows of 100 cells have 20 million. */
  elements: 25_000_000,
} as const;

/** Small parts may be packed better than that: nobody is harmed by them. */
export const ratioFromBytes = 1024 * 1024;
