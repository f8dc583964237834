/** How values are kept that neither database has a type for, alike in both. */
export const jsonText = {
  dataType: () => 'text',
  toDriver: (value: unknown): string => JSON.stringify(value),
  fromDriver: (stored: string): unknown => JSON.parse(stored),
};

export const flagInteger = {
  dataType: () => 'integer',
  toDriver: (value: boolean): number => (value ? 1 : 0),
  // A whole number of 64 bits comes as text from PostgreSQL.
  fromDriver: (stored: number | string): boolean => Number(stored) !== 0,
};
