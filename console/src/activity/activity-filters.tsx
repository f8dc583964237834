import { NativeSelect, TextInput } from '@mantine/core';
import type { ListAddress } from '../components/data-table/use-list-address.ts';
import { useMembers } from '../server/organisation.ts';
import { knownActions } from './audit-words.ts';

/** By person, change and day. */
export function ActivityFilters({ address }: { readonly address: ListAddress }) {
  const members = useMembers(true).data?.members ?? [];
  const set = (name: string) => (event: { readonly currentTarget: { readonly value: string } }) =>
    address.set({ [name]: event.currentTarget.value });
  return (
    <>
      <NativeSelect
        aria-label="Person"
        maw={220}
        value={address.get('person')}
        onChange={set('person')}
        data={[
          { value: '', label: 'Everyone' },
          ...members.map(({ user_uuid: uuid, name, email }) => ({ value: uuid, label: name ?? email })),
        ]}
      />
      <NativeSelect
        aria-label="Change"
        maw={240}
        value={address.get('action')}
        onChange={set('action')}
        data={[{ value: '', label: 'Any change' }, ...knownActions]}
      />
      <TextInput
        type="date"
        aria-label="First day"
        title="First day"
        value={address.get('from')}
        onChange={set('from')}
      />
      <TextInput type="date" aria-label="Last day" title="Last day" value={address.get('to')} onChange={set('to')} />
    </>
  );
}
