/** A person who can be called, and what is stored about them. */
export interface Contact {
  readonly uuid: string;
  /** E.164. */
  readonly phone: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly languageCode: string | null;
  readonly timezone: string | null;
  /** Sorted alphabetically. */
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly optedOut: boolean;
  readonly dncReason: string | null;
  readonly attempts: number;
  readonly lastCalledAt: string | null;
  readonly lastOutcome: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Omitted fields are unchanged; null clears a field. */
export interface ContactSet {
  readonly phone?: string | undefined;
  readonly name?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly languageCode?: string | null | undefined;
  readonly timezone?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  /** Merged key by key; null deletes a key. */
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly optedOut?: boolean | undefined;
  readonly dncReason?: string | null | undefined;
}

/** Tags of which a contact must have at least one to be visible; undefined for unrestricted users. */
export type Sight = readonly string[] | undefined;

export type Refusal =
  | 'suppressed'
  | 'hidden'
  | 'outside'
  | 'too_many_tags'
  | 'metadata_too_large'
  | 'too_many_contacts';

const maxTags = 50;
const maxMetadataBytes = 16 * 1024;

export const isSeen = (tags: readonly string[], sight: Sight): boolean =>
  sight === undefined || tags.some((tag) => sight.includes(tag));

/** Returns the contact after a change. `add` keeps existing tags; `replace` does not. */
export function changed(contact: Contact, set: ContactSet, tagging: 'add' | 'replace'): Contact {
  const optedOut = set.optedOut ?? contact.optedOut;
  return {
    ...contact,
    phone: set.phone ?? contact.phone,
    name: either(set.name, contact.name),
    email: either(set.email, contact.email),
    languageCode: either(set.languageCode, contact.languageCode),
    timezone: either(set.timezone, contact.timezone),
    tags: tagsAfter(contact.tags, set.tags, tagging),
    metadata: set.metadata === undefined ? contact.metadata : mergedMetadata(contact.metadata, set.metadata),
    optedOut,
    // A reason without an opt-out would be mistaken for one.
    dncReason: optedOut ? either(set.dncReason, contact.dncReason) : null,
  };
}

/** Marks a contact as opted out if its number is suppressed, whatever its row says. */
export const heeding = (contact: Contact, suppressed: ReadonlyMap<string, string | null>): Contact =>
  suppressed.has(contact.phone) && !contact.optedOut
    ? { ...contact, optedOut: true, dncReason: suppressed.get(contact.phone) ?? null }
    : contact;

const either = <T>(set: T | null | undefined, was: T | null): T | null => (set === undefined ? was : set);

function tagsAfter(was: readonly string[], set: ContactSet['tags'], tagging: 'add' | 'replace'): readonly string[] {
  if (set === undefined) return was;
  if (set === null) return [];
  return [...new Set(tagging === 'add' ? [...was, ...set] : set)].sort();
}

function mergedMetadata(was: Contact['metadata'], set: Contact['metadata'] | null): Contact['metadata'] {
  if (set === null) return {};
  const merged = new Map([...Object.entries(was), ...Object.entries(set)]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null));
}

/** Returns why a user with this visibility may not store the contact. */
export function refusalOf({ tags, metadata }: Contact, sight: Sight): Refusal | undefined {
  if (tags.length > maxTags) return 'too_many_tags';
  if (Buffer.byteLength(JSON.stringify(metadata)) > maxMetadataBytes) return 'metadata_too_large';
  return isSeen(tags, sight) ? undefined : 'outside';
}

export const refusalTexts: Readonly<Record<Refusal, string>> = {
  suppressed: 'The number is on the do-not-call list. Ask an admin to remove it there.',
  hidden: 'The number belongs to a contact that is not assigned to you.',
  outside: 'You only see contacts with your tags. Add one of your assigned tags.',
  too_many_tags: 'A contact can have at most 50 tags.',
  metadata_too_large: 'The metadata of a contact must have at most 16 KiB.',
  too_many_contacts: 'Your organisation has as many contacts as CONTACTS_PER_ORGANISATION allows. Delete some first.',
};

/** Text that searches look through. `searchedFor` converts a query to the same form. */
export const searchText = ({ name, email, phone }: Contact): string =>
  [name ?? '', email ?? '', phone].join('\n').toLowerCase();

export function searchedFor(q: string): string {
  const digits = q.replaceAll(/[\s().-]/g, '');
  return /^\+?\d{3,}$/.test(digits) ? digits : q.toLowerCase();
}
