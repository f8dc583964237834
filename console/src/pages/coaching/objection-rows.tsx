import { Button, Fieldset, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { newObjection, type ObjectionDraft } from './persona-draft.ts';

interface ObjectionRowsProps {
  readonly objections: readonly ObjectionDraft[];
  readonly onChange: (objections: readonly ObjectionDraft[]) => void;
  readonly error: string | undefined;
}

/** Rows for the customer's objections to an offer. */
export function ObjectionRows({ objections, onChange, error }: ObjectionRowsProps) {
  const change = (id: string, part: Partial<ObjectionDraft>): void =>
    onChange(objections.map((one) => (one.id === id ? { ...one, ...part } : one)));
  return (
    <Stack gap="md">
      {objections.length === 0 && <Text className="quiet">{t('No objections yet.')}</Text>}
      {objections.map((objection, index) => (
        <Fieldset key={objection.id} legend={t('Objection {index}', { index: index + 1 })} mx={0}>
          <Stack gap="sm">
            <Textarea
              label={t('What the customer says')}
              value={objection.text}
              error={index === 0 ? error : undefined}
              onChange={({ currentTarget }) => change(objection.id, { text: currentTarget.value })}
              rows={2}
              maxLength={2000}
            />
            <TextInput
              label={t('Raised when the agent speaks of (optional)')}
              description={t('Otherwise once the customer has said what it wants.')}
              value={objection.trigger}
              onChange={({ currentTarget }) => change(objection.id, { trigger: currentTarget.value })}
              autoComplete="off"
            />
            <TextInput
              label={t('Answered by one of (optional)')}
              description={t(
                'Phrases with commas between. Otherwise an answer fits when it shares words with the objection or the documents.',
              )}
              value={objection.answeredBy}
              onChange={({ currentTarget }) => change(objection.id, { answeredBy: currentTarget.value })}
              autoComplete="off"
            />
            <Group justify="space-between" align="flex-end">
              <NumberInput
                label={t('Fitting answers it takes')}
                value={objection.strength}
                onChange={(value) => change(objection.id, { strength: value })}
                min={1}
                max={5}
                w={190}
              />
              <Button
                variant="default"
                aria-label={t('Remove objection {index}', { index: index + 1 })}
                onClick={() => onChange(objections.filter(({ id }) => id !== objection.id))}
              >
                {t('Remove')}
              </Button>
            </Group>
          </Stack>
        </Fieldset>
      ))}
      <Group>
        <Button
          variant="default"
          disabled={objections.length >= 50}
          onClick={() => onChange([...objections, newObjection()])}
        >
          {t('Add an objection')}
        </Button>
      </Group>
    </Stack>
  );
}
