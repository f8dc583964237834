import type { Contact } from './contact-change.ts';

const maxKeys = 100;
const maxCharacters = 300;
const maxDepth = 3;

/**
 * Returns a contact's data by placeholder name: `contact_name`, `name`, `email`, `language_code`, `timezone`, and the
 * keys of its metadata, with dots for nested objects. A value is one line of text.
 */
export function placeholdersOf(contact: Contact): Readonly<Record<string, string>> {
  const ownEntries: readonly (readonly [string, unknown])[] = [
    ['contact_name', contact.name],
    ['name', contact.name],
    ['email', contact.email],
    ['language_code', contact.languageCode],
    ['timezone', contact.timezone],
  ];
  const presentEntries = ownEntries.filter(([, value]) => value !== null);
  // A field of the contact takes precedence over a metadata key of the same name.
  const entries = [
    ...presentEntries,
    ...Object.entries(contact.metadata).flatMap(([key, value]) => flat(key, value, 1)),
  ];
  const values = new Map<string, string>();
  for (const [key, value] of entries) {
    const text = oneLine(value);
    if (text !== '' && !values.has(key) && values.size < maxKeys) values.set(key, text);
  }
  return Object.fromEntries(values);
}

function flat(key: string, value: unknown, depth: number): (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[key, value]];
  if (Array.isArray(value)) return [[key, value.filter((item) => typeof item !== 'object').join(', ')]];
  if (depth === maxDepth) return [];
  return Object.entries(value).flatMap(([inner, deeper]) => flat(`${key}.${inner}`, deeper, depth + 1));
}

/** Removes braces, which would look like an unfilled placeholder. */
const oneLine = (value: unknown): string =>
  String(value ?? '')
    .replaceAll(/[\s\p{Cc}\p{Cf}{}]+/gu, ' ')
    .trim()
    .slice(0, maxCharacters);
