import { NativeSelect, TextInput } from '@mantine/core';
import type { ListAddress } from '../components/data-table/use-list-address.ts';
import { t } from '../language/text.ts';
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
        aria-label={t('Person')}
        maw={220}
        value={address.get('person')}
        onChange={set('person')}
        data={[
          { value: '', label: t('Everyone') },
          ...members.map(({ user_uuid: uuid, name, email }) => ({ value: uuid, label: name ?? email })),
        ]}
      />
      <NativeSelect
        aria-label={t('Change')}
        maw={240}
        value={address.get('action')}
        onChange={set('action')}
        data={[{ value: '', label: t('Any change') }, ...knownActions]}
      />
      <TextInput
        type="date"
        aria-label={t('First day')}
        title={t('First day')}
        value={address.get('from')}
        onChange={set('from')}
      />
      <TextInput
        type="date"
        aria-label={t('Last day')}
        title={t('Last day')}
        value={address.get('to')}
        onChange={set('to')}
      />
    </>
  );
}
