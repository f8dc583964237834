import { Button, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { removeSuppression, type Suppression, useSuppressions } from '../../server/contacts.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { type Column, ListFrame } from '../../shared/data-table/list-frame.tsx';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Moment } from '../../shared/page/moment.tsx';

/** The numbers of erased people are stored as hashes. */
const numberOf = ({ phone }: Suppression): string => phone ?? t('Number of an erased person');

const columns: readonly Column[] = [
  { name: t('Number') },
  { name: t('Reason'), from: 'sm' },
  { name: t('Since'), from: 'md' },
  { name: t('Remove'), isUnseen: true },
];

/** The do-not-call list, with or without a contact for each number. Admins can remove numbers. */
export function DoNotCall({ onRemoved }: { readonly onRemoved: (phone: string) => Promise<void> }) {
  const role = useMe().data?.role;
  const query = useSuppressions(role === 'admin' || role === 'manager');
  const queries = useQueryClient();
  const [wish, setWish] = useState<Suppression>();
  const { suppressions = [], total = 0 } = query.data ?? {};
  if (total === 0) return null;
  return (
    <section aria-labelledby="do-not-call">
      <Title order={2} size="h4" id="do-not-call" mt="xl" mb="sm">
        {t('Do not call')}
      </Title>
      <Text className="quiet" mb="sm">
        {t(
          '{total, plural, one {One number is} other {{total} numbers are}} not called, whatever is imported or added later.',
          { total },
        )}
      </Text>
      <ListFrame what={t('do-not-call list')} query={query} columns={columns}>
        {suppressions.map((one) => (
          <Table.Tr key={one.uuid}>
            <Table.Td>{numberOf(one)}</Table.Td>
            <Table.Td visibleFrom="sm">{one.reason ?? '–'}</Table.Td>
            <Table.Td visibleFrom="md">
              <Moment iso={one.created_at} />
            </Table.Td>
            <Table.Td ta="end">
              {role === 'admin' && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={t('Remove {phone} from the do-not-call list', { phone: numberOf(one) })}
                  onClick={() => setWish(one)}
                >
                  {t('Remove')}
                </Button>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </ListFrame>
      {wish !== undefined && (
        <Confirm
          title={t('Allow calls to {phone}?', { phone: numberOf(wish) })}
          action={t('Allow calls')}
          send={() => removeSuppression(wish.uuid)}
          onCancel={() => setWish(undefined)}
          onGone={() => setWish(undefined)}
          onDone={async () => {
            await queries.invalidateQueries({ queryKey: ['suppressions'] });
            setWish(undefined);
            await onRemoved(numberOf(wish));
          }}
        >
          {t('This person asked not to be called. The audit log records who removed the number.')}
        </Confirm>
      )}
    </section>
  );
}
