/** Who saves a definition, and on which condition. */
export interface Edit {
  readonly userUuid?: string | undefined;
  readonly method?: 'session' | 'api_key' | undefined;
  readonly note?: string | null | undefined;
  /** Entity tags of `If-Match`. Without them, the definition is saved whatever its version. */
  readonly ifMatch?: readonly string[] | undefined;
  /** The earlier version whose definition is saved. */
  readonly restoredFrom?: number | undefined;
}

/** The definition has another version than the one that an edit is based on. */
export interface VersionConflict {
  /** Says who changed what since, and what to do. */
  readonly conflict: string;
}

export type Definition = Readonly<Record<string, unknown>>;

/** Returns the entity tag of a version. */
export const tagOf = (version: number): string => `"${version}"`;

/** Returns whether a list of `If-Match` accepts this version. Weak tags count as strong ones. */
export const accepts = (tags: readonly string[], version: number): boolean =>
  tags.some((tag) => tag === '*' || tag.replace(/^W\//, '') === tagOf(version));

/** Returns the newest version that the tags name; undefined if they name none. */
export function versionNamed(tags: readonly string[]): number | undefined {
  const numbers = tags.flatMap((tag) => {
    const digits = /^(?:W\/)?"(\d{1,9})"$/.exec(tag)?.[1];
    return digits === undefined ? [] : [Number(digits)];
  });
  return numbers.length === 0 ? undefined : Math.max(...numbers);
}
