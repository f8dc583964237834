import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../../language/text.ts';
import { useCallChange } from '../../../server/analysed-calls.ts';
import type { AnalysedCall } from '../../../server/answers.ts';

const texts = {
  pending: t('The analysis is queued.'),
  awaiting_recording: t('The recording has not arrived yet. The analysis begins when it is uploaded.'),
  transcribing: t('The recording is being transcribed and analysed.'),
} as const;

/** State of the analysis, with a retry if it failed. Renders nothing for an analysed call. */
export function AnalysisState({ call }: { readonly call: AnalysedCall }) {
  const { retry } = useCallChange(call);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  if (call.status === 'completed') return null;
  if (call.status === 'failed') {
    const again = async (): Promise<void> => {
      setBusy(true);
      const answer = await retry();
      setBusy(false);
      setTrouble(answer.ok ? undefined : answer.detail);
    };
    return (
      <Alert
        color="red"
        variant="light"
        role="alert"
        mb="md"
        title={t('The analysis failed')}
        icon={<IconAlertTriangle aria-hidden />}
      >
        <Text size="sm">{trouble ?? call.error ?? t('The server gave no reason.')}</Text>
        <Button mt="sm" size="sm" variant="default" loading={isBusy} onClick={() => void again()}>
          {t('Analyse again')}
        </Button>
      </Alert>
    );
  }
  return (
    <Alert color="lake" variant="light" mb="md" p="sm">
      <Group gap="sm" role="status">
        {call.status !== 'awaiting_recording' && <Loader size="xs" aria-hidden />}
        <Text size="sm">{texts[call.status]}</Text>
      </Group>
    </Alert>
  );
}
