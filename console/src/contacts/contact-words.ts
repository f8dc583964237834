import type { Contact } from '../server/contacts.ts';

export const nameOf = ({ name, phone }: Pick<Contact, 'name' | 'phone'>): string => name ?? phone;

export const countOf = (count: number): string => (count === 1 ? '1 contact' : `${count} contacts`);
