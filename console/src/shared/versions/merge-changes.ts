interface Edited<T> {
  /** What both changes are based on. */
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

interface Merged<T> {
  /** The changes of both; theirs where both changed a field to different values. */
  readonly merged: T;
  /** Fields that both changed to different values. */
  readonly both: readonly (keyof T & string)[];
}

/** Merges two changes of one object, field by field. */
export function mergeChanges<T extends object>({ base, mine, theirs }: Edited<T>): Merged<T> {
  const fields = Object.keys({ ...base, ...theirs, ...mine }) as (keyof T & string)[];
  const isMine = (field: keyof T): boolean => !isSame(mine[field], base[field]);
  const isTheirs = (field: keyof T): boolean => !isSame(theirs[field], base[field]);
  const onlyMine = fields.filter((field) => isMine(field) && !isTheirs(field));
  return {
    merged: { ...theirs, ...Object.fromEntries(onlyMine.map((field) => [field, mine[field]])) },
    both: fields.filter((field) => isMine(field) && isTheirs(field) && !isSame(mine[field], theirs[field])),
  };
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
