import { Badge, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { t } from '../../language/text.ts';
import { type Contact, type ContactFilter, loadContacts, useContacts } from '../../server/contacts.ts';
import type { DataColumn } from '../../shared/data-table/column.ts';
import { DataTable } from '../../shared/data-table/data-table.tsx';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { serverSortOf } from '../../shared/data-table/server-sort.ts';
import type { Selection } from '../../shared/data-table/table-props.ts';
import { RowActions, RowButton } from '../../shared/menu/row-actions.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { Moment } from '../../shared/page/moment.tsx';
import { type ContactAction, nameOf, wishesOf } from './contact-words.ts';

const pageSize = 20;
const settleMs = 500;

interface ContactListProps {
  readonly address: ListAddress;
  readonly selected: ReadonlyMap<string, Contact>;
  readonly onSelect: (selected: ReadonlyMap<string, Contact>) => void;
  /** Actions on the selected contacts. */
  readonly bulk: ReactNode;
  readonly onWish: (wish: ContactAction, contact: Contact) => void;
  readonly onTrouble: (sentence: string) => void;
}

/** List of contacts, filtered and sorted by the URL. */
export function ContactList({ address, selected, onSelect, bulk, onWish, onTrouble }: ContactListProps) {
  const columns = columnsWith(onWish);
  const filter = { ...filterOf(address), ...serverSortOf<'name'>(address, columns) };
  const query = useContacts({ limit: pageSize, offset: address.offset, ...filter });
  const contacts = query.data?.contacts;
  const total = query.data?.total ?? 0;
  const selection: Selection<Contact> = {
    keys: new Set(selected.keys()),
    nameOf,
    actions: bulk,
    onChange(keys) {
      const known = new Map([...selected, ...(contacts ?? []).map((contact) => [contact.uuid, contact] as const)]);
      onSelect(new Map([...known].filter(([uuid]) => keys.has(uuid))));
    },
  };
  return (
    <DataTable
      id="contacts"
      what={t('contacts')}
      address={address}
      query={query}
      rows={contacts}
      total={total}
      pageSize={pageSize}
      columns={columns}
      keyOf={({ uuid }) => uuid}
      hrefOf={({ uuid }) => `/contacts/${uuid}`}
      searchLabel={t('Name, e-mail or number')}
      filters={<Filters address={address} />}
      load={(page) => loadContacts({ ...page, ...filter })}
      onTrouble={onTrouble}
      selection={selection}
      empty={<Nothing isFiltered={address.isFiltered} isPastEnd={total > 0} />}
    />
  );
}

const filterOf = (address: ListAddress): ContactFilter => ({
  ...(address.get('q') === '' ? {} : { q: address.get('q') }),
  ...(address.get('tag') === '' ? {} : { tag: address.get('tag') }),
  ...(address.get('opted_out') === '' ? {} : { opted_out: address.get('opted_out') === 'true' ? 'true' : 'false' }),
});

function Filters({ address }: { readonly address: ListAddress }) {
  const setTag = useDebouncedCallback((tag: string) => address.set({ tag: tag.trim() }), settleMs);
  return (
    <>
      <TextInput
        key={address.get('tag')}
        aria-label={t('Tag')}
        placeholder={t('Tag, as in City:Pune')}
        defaultValue={address.get('tag')}
        onChange={({ currentTarget }) => setTag(currentTarget.value)}
        maxLength={150}
        autoComplete="off"
        w={{ base: '100%', xs: 200 }}
      />
      <NativeSelect
        aria-label={t('Opt-out')}
        data={[
          { value: '', label: t('All contacts') },
          { value: 'false', label: t('May be called') },
          { value: 'true', label: t('Opted out') },
        ]}
        value={address.get('opted_out')}
        onChange={({ currentTarget }) => address.set({ opted_out: currentTarget.value })}
        w={{ base: '100%', xs: 160 }}
      />
    </>
  );
}

const columnsWith = (onWish: ContactListProps['onWish']): readonly DataColumn<Contact>[] => [
  {
    key: 'contact',
    name: t('Contact'),
    isFixed: true,
    sortedAs: 'name',
    render: (contact) => <Who contact={contact} />,
    text: nameOf,
  },
  {
    key: 'phone',
    name: t('Phone'),
    from: 'md',
    render: ({ phone }) => <span className="figures">{phone}</span>,
    text: ({ phone }) => phone,
    sortedAs: 'phone',
  },
  { key: 'email', name: t('E-mail'), from: 'lg', render: ({ email }) => email, text: ({ email }) => email ?? '' },
  {
    key: 'tags',
    name: t('Tags'),
    from: 'sm',
    render: ({ tags }) => (
      <Group gap={4}>
        {tags.map((tag) => (
          <Badge key={tag} variant="default" tt="none" fw={400}>
            {tag}
          </Badge>
        ))}
      </Group>
    ),
    text: ({ tags }) => tags.join(', '),
  },
  {
    key: 'added',
    name: t('Added'),
    from: 'lg',
    render: ({ created_at: at }) => <Moment iso={at} />,
    text: ({ created_at: at }) => at,
    sortedAs: 'created_at',
  },
  {
    key: 'actions',
    name: t('Actions'),
    isFixed: true,
    isUnseen: true,
    render: (contact) => <Actions contact={contact} onWish={onWish} />,
  },
];

const Who = ({ contact }: { readonly contact: Contact }) => (
  <>
    <Link href={`/contacts/${contact.uuid}`} style={{ overflowWrap: 'anywhere' }}>
      {nameOf(contact)}
    </Link>
    {contact.name !== null && (
      <Text size="sm" className="quiet figures" style={{ whiteSpace: 'nowrap' }} hiddenFrom="md">
        {contact.phone}
      </Text>
    )}
    {contact.opted_out && (
      <Text size="sm" fw={600}>
        {t('Opted out{value}', { value: contact.dnc_reason === null ? '' : `: ${contact.dnc_reason}` })}
      </Text>
    )}
  </>
);

interface ActionsProps extends Pick<ContactListProps, 'onWish'> {
  readonly contact: Contact;
}

function Actions({ contact, onWish }: ActionsProps) {
  const name = nameOf(contact);
  const actions = wishesOf(contact).map(([wish, text]) => ({ wish, text, onChoose: () => onWish(wish, contact) }));
  return (
    <RowActions name={name} more={actions.filter(({ wish }) => wish !== 'call')}>
      {actions
        .filter(({ wish }) => wish === 'call')
        .map(({ text, onChoose }) => (
          <RowButton key={text} text={text} label={`${text}: ${name}`} onClick={onChoose} />
        ))}
    </RowActions>
  );
}

const Nothing = ({ isFiltered, isPastEnd }: { readonly isFiltered: boolean; readonly isPastEnd: boolean }) => (
  <>
    <Text fw={600}>{isFiltered || isPastEnd ? t('There are no contacts here') : t('No contacts yet')}</Text>
    <Text className="quiet" mt={4}>
      {isFiltered || isPastEnd ? (
        <Link href="/contacts">{t('Show all of them')}</Link>
      ) : (
        t('Add one, or import a table of them.')
      )}
    </Text>
  </>
);
