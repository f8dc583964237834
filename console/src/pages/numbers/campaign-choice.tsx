import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Campaign } from '../../server/campaigns.ts';
import { type ListedNumber, moveNumber } from '../../server/numbers.ts';
import { useSending } from '../../shared/form/use-sending.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

/** A campaign that can answer numbers. */
export type AnsweringCampaign = Pick<Campaign, 'uuid' | 'name' | 'phone_number'>;

interface CampaignChoiceProps {
  readonly number: Pick<ListedNumber, 'phone_number' | 'flow'>;
  readonly campaigns: readonly AnsweringCampaign[];
  readonly onDone: (text: string) => Promise<void>;
}

/** The campaign that answers a number. Another one answers it only once the choice is saved. */
export function CampaignChoice({ number: { phone_number: number, flow }, campaigns, onDone }: CampaignChoiceProps) {
  const current = flow?.uuid ?? '';
  const [chosen, setChosen] = useState(current);
  const { trouble, isBusy, send } = useSending();
  const target = campaigns.find(({ uuid }) => uuid === chosen);
  const save = async (): Promise<void> => {
    const answer = await send(() => moveNumber(number, { from: flow?.uuid, to: target?.uuid }));
    if (!answer?.ok) return;
    await onDone(
      target === undefined
        ? t('No campaign answers {number} now.', { number })
        : t('{name} answers {number}.', { name: target.name, number }),
    );
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        aria-label={t('Campaign that answers {number}', { number })}
        value={chosen}
        disabled={isBusy}
        data={[
          { value: '', label: t('No campaign') },
          ...(flow === null || campaigns.some(({ uuid }) => uuid === flow.uuid)
            ? []
            : [{ value: flow.uuid, label: flow.name }]),
          ...campaigns.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {chosen !== current && (
        <>
          <Text size="sm">{effectOf(target)}</Text>
          <Group gap="xs">
            <Button
              size="compact-sm"
              loading={isBusy}
              aria-label={t('Save the campaign of {number}', { number })}
              onClick={() => void save()}
            >
              {t('Save')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              disabled={isBusy}
              aria-label={t('Cancel the change of {number}', { number })}
              onClick={() => setChosen(current)}
            >
              {t('Cancel')}
            </Button>
          </Group>
        </>
      )}
      <TroubleLine text={trouble} />
    </Stack>
  );
}

function effectOf(target: AnsweringCampaign | undefined): string {
  if (target === undefined) return t('Calls to this number reach no agent then.');
  const { name, phone_number: other } = target;
  return other === null
    ? t('{name} is active then, and answers this number.', { name })
    : t('{name} is active then, and answers this number instead of {other}.', { name, other });
}
