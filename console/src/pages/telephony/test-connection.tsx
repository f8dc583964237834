import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type TestedConnection, testConnection } from '../../server/numbers.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

interface TestConnectionProps {
  readonly provider: string;
  /** Name of the provider for people. */
  readonly name: string;
}

/** A button that asks the provider, and what it answered. */
export function TestConnection({ provider, name }: TestConnectionProps) {
  const queries = useQueryClient();
  const [tested, setTested] = useState<TestedConnection>();
  const { isBusy, trouble, send } = useSending();
  const test = async (): Promise<void> => {
    const answer = await send(() => testConnection(provider));
    setTested(answer?.ok ? answer.value : undefined);
    // The provider may have confirmed the number meanwhile.
    await queries.invalidateQueries({ queryKey: ['telephony'] });
  };
  const isWorking = tested?.result === 'working';
  return (
    <Stack gap="sm" align="flex-start">
      <Button
        variant="default"
        loading={isBusy}
        aria-label={t('Test this connection: {name}', { name })}
        onClick={() => void test()}
      >
        {t('Test this connection')}
      </Button>
      <TroubleLine text={trouble} />
      {tested !== undefined && (
        <Alert
          role="status"
          color={isWorking ? 'green' : 'yellow'}
          variant="light"
          style={{ overflowWrap: 'anywhere' }}
          icon={isWorking ? <IconCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        >
          {tested.detail}
        </Alert>
      )}
    </Stack>
  );
}
