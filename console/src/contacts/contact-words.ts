import type { Contact } from '../server/contacts.ts';

export type ContactAction = 'call' | 'edit' | 'opt_out' | 'delete';

export const nameOf = ({ name, phone }: Pick<Contact, 'name' | 'phone'>): string => name ?? phone;

export const countOf = (count: number): string => (count === 1 ? '1 contact' : `${count} contacts`);

/** What can be done with a contact, with the words of its button. */
export const wishesOf = ({
  opted_out: isOut,
}: Pick<Contact, 'opted_out'>): readonly (readonly [ContactAction, string])[] => [
  ...(isOut ? [] : [['call', 'Call'] as const]),
  ['edit', 'Edit'],
  ...(isOut ? [] : [['opt_out', 'Opt out'] as const]),
  ['delete', 'Delete'],
];
