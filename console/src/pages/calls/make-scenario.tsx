import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { addScenarioOfCall } from '../../server/coaching.ts';
import { useMe } from '../../shared/account/use-account.ts';
import { navigate } from '../../shared/navigation/router.tsx';

interface MakeScenarioProps {
  readonly uuid: string;
  readonly onFailed: (sentence: string) => void;
}

/**
 * Creates a practice scenario from an analysed call and opens the run that tests it, or the scenario. Hidden for
 * members.
 */
export function MakeScenario({ uuid, onFailed }: MakeScenarioProps) {
  const role = useMe().data?.role;
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  if (role !== 'manager' && role !== 'admin') return null;
  const make = async (): Promise<void> => {
    setBusy(true);
    const answer = await addScenarioOfCall(uuid);
    setBusy(false);
    if (!answer.ok) return onFailed(answer.detail);
    void queries.invalidateQueries({ queryKey: ['scenarios'] });
    void queries.invalidateQueries({ queryKey: ['personas'] });
    const { proof, scenario } = answer.value;
    navigate(proof?.run_uuid ? `/runs/${proof.run_uuid}` : `/scenarios/${scenario.uuid}`);
  };
  return (
    <Button variant="default" size="compact-sm" loading={isBusy} onClick={() => void make()}>
      {t('Make a scenario of this call')}
    </Button>
  );
}
