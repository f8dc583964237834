import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { deleteCall } from '../../server/retention.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { navigate } from '../../shared/navigation/router.tsx';

/** Deletes a call that is over, and returns to the list. Hidden for members. */
export function DeleteCall({ id }: { readonly id: number }) {
  const role = useMe().data?.role;
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  if (role !== 'manager' && role !== 'admin') return null;
  const leave = async (): Promise<void> => {
    navigate('/calls');
    await queries.invalidateQueries();
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
        {t('Delete this call')}
      </Button>
      {isAsked && (
        <Confirm
          title={t('Delete this call?')}
          action={t('Delete')}
          send={() => deleteCall(id)}
          onCancel={() => setAsked(false)}
          onGone={leave}
          onDone={leave}
        >
          {t(
            'This deletes the recording, the transcript and the analysis, and the call leaves the statistics. It cannot be undone.',
          )}
        </Confirm>
      )}
    </>
  );
}
