import { Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { kindNames, type QuestionDraft, type QuestionKind } from './step-draft.ts';

interface QuestionFieldsProps {
  readonly title: string;
  readonly question: QuestionDraft;
  readonly onChange: (change: Partial<QuestionDraft>) => void;
  readonly onRemove: () => void;
}

const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }));
const required = { required: true, withAsterisk: false, autoComplete: 'off' } as const;

/** Fields of one question of a step. */
export const QuestionFields = ({ title, question, onChange, onRemove }: QuestionFieldsProps) => (
  <Fieldset legend={title} mx={0}>
    <Stack gap="xs">
      <TextInput
        {...required}
        label={t('The agent asks')}
        value={question.ask}
        onChange={({ currentTarget }) => onChange({ ask: currentTarget.value })}
      />
      <TextInput
        {...required}
        label={t('Name of the answer')}
        description={t('Conditions and texts use it, as in {name}.')}
        value={question.id}
        onChange={({ currentTarget }) => onChange({ id: currentTarget.value })}
      />
      <NativeSelect
        label={t('Answer')}
        data={kinds}
        value={question.kind}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as QuestionKind })}
      />
      {question.kind === 'choice' && (
        <TextInput
          {...required}
          label={t('Choices')}
          description={t('Separated by commas')}
          value={question.choices}
          onChange={({ currentTarget }) => onChange({ choices: currentTarget.value })}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" size="compact-sm" aria-label={t('Remove {title}', { title })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </Group>
    </Stack>
  </Fieldset>
);
