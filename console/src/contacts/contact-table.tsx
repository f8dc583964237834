import { Badge, Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Column, ListFrame, type ListFrameProps } from '../components/list-frame.tsx';
import { Moment } from '../components/moment.tsx';
import type { Contact } from '../server/contacts.ts';

export type ContactWish = 'call' | 'edit' | 'opt_out' | 'delete';

const columns: readonly Column[] = [
  { name: 'Contact' },
  { name: 'Tags', from: 'sm' },
  { name: 'Added', from: 'md' },
  { name: 'What to do with it', isUnseen: true },
];

interface ContactTableProps {
  readonly query: ListFrameProps['query'];
  readonly contacts: readonly Contact[];
  readonly empty: ReactNode;
  readonly onWish: (wish: ContactWish, contact: Contact) => void;
}

export const nameOf = ({ name, phone }: Contact): string => name ?? phone;

export function ContactTable({ query, contacts, empty, onWish }: ContactTableProps) {
  return (
    <ListFrame what="contacts" query={query} columns={columns} empty={contacts.length === 0 ? empty : undefined}>
      {contacts.map((contact) => (
        <Table.Tr key={contact.uuid}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>
            {nameOf(contact)}
            {contact.name === null ? (
              <Text size="sm" className="quiet">
                {contact.email}
              </Text>
            ) : (
              <Text size="sm" className="quiet figures" style={{ whiteSpace: 'nowrap' }}>
                {contact.phone}
              </Text>
            )}
            {contact.opted_out && (
              <Text size="sm" fw={600}>
                Opted out{contact.dnc_reason === null ? '' : `: ${contact.dnc_reason}`}
              </Text>
            )}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <Group gap={4}>
              {contact.tags.map((tag) => (
                <Badge key={tag} variant="default" tt="none" fw={400}>
                  {tag}
                </Badge>
              ))}
            </Group>
          </Table.Td>
          <Table.Td visibleFrom="md">
            <Moment iso={contact.created_at} />
          </Table.Td>
          <Table.Td>
            <Group gap={6} justify="flex-end">
              {wishesOf(contact).map(([wish, text]) => (
                <Button
                  key={wish}
                  variant="default"
                  size="compact-sm"
                  aria-label={`${text}: ${nameOf(contact)}`}
                  onClick={() => onWish(wish, contact)}
                >
                  {text}
                </Button>
              ))}
            </Group>
          </Table.Td>
        </Table.Tr>
      ))}
    </ListFrame>
  );
}

const wishesOf = ({ opted_out: isOut }: Contact): readonly (readonly [ContactWish, string])[] => [
  ...(isOut ? [] : [['call', 'Call'] as const]),
  ['edit', 'Edit'],
  ...(isOut ? [] : [['opt_out', 'Opt out'] as const]),
  ['delete', 'Delete'],
];
