/** Conversions for values that neither database has a type for, identical in both. */
export const jsonText = {
  dataType: () => 'text',
  toDriver: (value: unknown): string => JSON.stringify(value),
  fromDriver: (stored: string): unknown => JSON.parse(stored),
};

export const flagInteger = {
  dataType: () => 'integer',
  toDriver: (value: boolean): number => (value ? 1 : 0),
  // PostgreSQL returns a 64-bit integer as text.
  fromDriver: (stored: number | string): boolean => Number(stored) !== 0,
};
