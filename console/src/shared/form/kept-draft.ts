import { keptPrefix, readPerson } from '../../server/token.ts';

interface Kept<Draft> {
  /** What the draft was made from. */
  readonly base: Draft;
  readonly draft: Draft;
}

/** `by`: who typed it. Another tab may have signed somebody else in since. */
type Stored<Draft> = Kept<Draft> & { readonly by: string | null };

/** Drafts in this tab, which a reload keeps. They go with the session. */
const place = (key: string): string => `${keptPrefix}${key}`;

export const keepDraft = <Draft>(key: string, kept: Kept<Draft>): void => {
  try {
    const stored: Stored<Draft> = { ...kept, by: readPerson() };
    window.sessionStorage.setItem(place(key), JSON.stringify(stored));
  } catch {
    // Without room for it, leaving the page still asks.
  }
};

export const dropDraft = (key: string): void => window.sessionStorage.removeItem(place(key));

/** Returns the fields that this person's draft in this tab changed, on top of `from`; undefined if there is none. */
export function keptDraft<Draft extends object>(key: string, from: Draft): Draft | undefined {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(place(key)) ?? 'null') as Stored<Draft> | null;
    if (kept === null) return undefined;
    if (kept.by !== readPerson()) {
      dropDraft(key);
      return undefined;
    }
    const fields = Object.keys(from) as (keyof Draft)[];
    const changed = fields.filter((field) => !isSame(kept.draft[field], kept.base[field]));
    return changed.length === 0
      ? undefined
      : { ...from, ...Object.fromEntries(changed.map((field) => [field, kept.draft[field]])) };
  } catch {
    return undefined;
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Identifies a draft by the address of its page. */
export const addressKey = (): string => `${window.location.pathname}${window.location.search}`;
