import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import { type AvailableModels as Available, listAvailableModels } from '../../server/model-connections.ts';

interface AvailableModelsProps {
  readonly uuid: string;
  readonly onChoose: (model: string) => void;
}

/** Asks the server of a saved connection for its models, and offers them. */
export function AvailableModels({ uuid, onChoose }: AvailableModelsProps) {
  const [isBusy, setBusy] = useState(false);
  const [listed, setListed] = useState<Available>();
  const ask = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const answer = await listAvailableModels(uuid);
    setListed(answer.ok ? answer.value : { models: [], error: answer.detail });
    setBusy(false);
  };
  return (
    <div>
      <Group gap="sm" align="flex-end">
        {listed !== undefined && listed.models.length > 0 && (
          <NativeSelect
            label={t('Models of the server')}
            value=""
            onChange={({ currentTarget }) => onChoose(currentTarget.value)}
            data={[
              { value: '', label: t('Choose…') },
              ...listed.models.map((model) => ({ value: model, label: model })),
            ]}
            flex="1 1 220px"
            maw={420}
          />
        )}
        <Button variant="default" loading={isBusy} onClick={() => void ask()}>
          {t('List its models')}
        </Button>
      </Group>
      <Text role="status" size="sm" mt={listed === undefined ? 0 : 6} style={{ overflowWrap: 'anywhere' }}>
        {listed === undefined ? '' : listedText(listed)}
      </Text>
    </div>
  );
}

function listedText({ models, error }: Available): string {
  if (error !== null) return error;
  return models.length === 0
    ? t('The server lists no models.')
    : t('{count, plural, one {The server offers # model.} other {The server offers # models.}}', {
        count: models.length,
      });
}
