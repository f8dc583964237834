import { Paper, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { putInCache } from '../../server/put-in-cache.ts';
import { setAvailability, useAvailability, useTeammates } from '../../server/queues.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { TroubleNotice } from '../../shared/page/trouble-notice.tsx';

/** Whether the user takes calls, and what is still missing for that. */
export function OwnAvailability() {
  const query = useAvailability();
  const { email, role } = useMe().data ?? {};
  const teammates = useTeammates().data;
  const number = teammates?.phone_numbers.find((one) => one.email === email)?.phone_number;
  const { isOn, isBusy, trouble, change } = useChange();
  const isAvailable = isOn ?? query.data?.available ?? false;
  return (
    <Paper component="section" className="surface" p="md" mb="md" aria-labelledby="own-calls">
      <Title order={2} size="h4" id="own-calls" mb="sm">
        {t('Your calls')}
      </Title>
      {query.isError ? (
        <TroubleNotice
          title={t('Could not load your availability')}
          advice={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : query.data === undefined ? (
        <Skeleton height={24} role="status" aria-label={t('Loading whether you take calls')} />
      ) : (
        <Stack gap="xs">
          <TroubleLine text={trouble} />
          <Switch
            label={t('I take calls')}
            checked={isAvailable}
            aria-busy={isBusy}
            onChange={({ currentTarget }) => void change(currentTarget.checked)}
          />
          {teammates !== undefined && (
            <Text size="sm" className="quiet">
              {number === undefined ? missingNumber(role === 'admin') : adviceOf(isAvailable, number)}
            </Text>
          )}
        </Stack>
      )}
    </Paper>
  );
}

const missingNumber = (isAdmin: boolean): string =>
  isAdmin
    ? t('You have no phone number yet. Add it under “People” below.')
    : t('You have no phone number yet. Ask an admin to add one.');

function adviceOf(isAvailable: boolean, number: string): string {
  return isAvailable
    ? t('Your phone {number} rings for calls transferred to your queues, unless you are in a call.', { number })
    : t('Your phone {number} does not ring for queues.', { number });
}

/** Sends one change at a time. It is shown immediately, and reverted if the server rejects it. */
function useChange() {
  const queries = useQueryClient();
  const [isOn, setOn] = useState<boolean>();
  const [trouble, setTrouble] = useState<string>();
  const change = async (wanted: boolean): Promise<void> => {
    if (isOn !== undefined) return;
    setOn(wanted);
    setTrouble(undefined);
    const answer = await setAvailability(wanted);
    if (answer.ok) putInCache(queries, ['availability'], answer.value);
    else setTrouble(answer.detail);
    setOn(undefined);
    await queries.invalidateQueries({ queryKey: ['queue-state'] });
  };
  return { isOn, isBusy: isOn !== undefined, trouble, change };
}
