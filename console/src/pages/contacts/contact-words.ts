import { t } from '../../language/text.ts';
import type { Contact } from '../../server/contacts.ts';

export type ContactAction = 'call' | 'edit' | 'opt_out' | 'delete' | 'erase';

export const nameOf = ({ name, phone }: Pick<Contact, 'name' | 'phone'>): string => name ?? phone;

export const countOf = (count: number): string =>
  t('{count, plural, one {1 contact} other {{count} contacts}}', { count });

/** Returns the actions available for a contact, with the labels of their buttons. */
export const wishesOf = ({
  opted_out: isOut,
}: Pick<Contact, 'opted_out'>): readonly (readonly [ContactAction, string])[] => [
  ...(isOut ? [] : [['call', t('Call')] as const]),
  ['edit', t('Edit')],
  ...(isOut ? [] : [['opt_out', t('Opt out')] as const]),
  ['delete', t('Delete')],
];
