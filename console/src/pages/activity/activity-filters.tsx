import { NativeSelect } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useMembers } from '../../server/organisation.ts';
import type { ListAddress } from '../../shared/data-table/list-address.ts';
import { DateRange } from '../../shared/form/date-range.tsx';
import { knownActions } from './audit-words.ts';

/** Filters by user, change and day. */
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
      <DateRange
        value={{ from: address.get('from'), to: address.get('to') }}
        onChange={({ from, to }) => address.set({ from, to })}
      />
    </>
  );
}
