import { Button, Fieldset, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import type { Campaign } from '../../server/campaigns.ts';
import { useGoBack } from '../../shared/dialog/dialog.tsx';
import { FormDialog } from '../../shared/form/form-dialog.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import {
  draftOf,
  type Goal,
  goalOf,
  kindNames,
  newQuestion,
  type QuestionDraft,
  type QuestionKind,
} from './goal-draft.ts';

interface GoalDialogProps {
  /** Undefined for a new goal. */
  readonly goal: Goal | undefined;
  readonly others: readonly Goal[];
  readonly save: (goal: Goal) => Promise<Answer<Campaign>>;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const kinds = Object.entries(kindNames).map(([value, label]) => ({ value, label }));
const mostQuestions = 20;
const required = { required: true, withAsterisk: false, autoComplete: 'off' } as const;

/** Dialog for a goal: what callers want, the agent's questions, and its closing words. Mounted only while open. */
export function GoalDialog({ goal, others, save, onDone, onCancel }: GoalDialogProps) {
  const { goBack, cancel } = useGoBack(onCancel);
  const [draft, setDraft] = useState(() => draftOf(goal, others));
  const set = (change: Partial<typeof draft>): void => setDraft((before) => ({ ...before, ...change }));
  const setQuestion = (key: string, change: Partial<QuestionDraft>): void =>
    set({ questions: draft.questions.map((one) => (one.key === key ? { ...one, ...change } : one)) });
  const { isBusy, trouble, onSubmit } = useSubmit(
    () => save(goalOf(draft, goal)),
    () => {
      onDone();
      goBack();
    },
  );
  return (
    <FormDialog
      title={goal === undefined ? t('Add goal') : t('Edit goal')}
      action={t('Save')}
      trouble={trouble}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={cancel}
    >
      <Textarea
        {...required}
        label={t('What callers say')}
        description={t('Sentences of callers who want this, one a line')}
        value={draft.examples}
        onChange={({ currentTarget }) => set({ examples: currentTarget.value })}
        autosize
        minRows={3}
        maxRows={8}
        data-autofocus
      />
      <TextInput
        label={t('The agent says first (optional)')}
        value={draft.intro}
        onChange={({ currentTarget }) => set({ intro: currentTarget.value })}
        autoComplete="off"
      />
      {draft.questions.map((question, index) => (
        <QuestionFields
          key={question.key}
          title={t('Question {index}', { index: index + 1 })}
          question={question}
          onChange={(change) => setQuestion(question.key, change)}
          onRemove={() => set({ questions: draft.questions.filter(({ key }) => key !== question.key) })}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-md"
          disabled={draft.questions.length >= mostQuestions}
          onClick={() => set({ questions: [...draft.questions, newQuestion()] })}
        >
          {t('Add question')}
        </Button>
      </Group>
      <TextInput
        {...required}
        label={t('The agent says at the end')}
        description={t('Answers can be used by the name of their question, as in {name}.')}
        value={draft.done}
        onChange={({ currentTarget }) => set({ done: currentTarget.value })}
      />
    </FormDialog>
  );
}

interface QuestionFieldsProps {
  readonly title: string;
  readonly question: QuestionDraft;
  readonly onChange: (change: Partial<QuestionDraft>) => void;
  readonly onRemove: () => void;
}

const QuestionFields = ({ title, question, onChange, onRemove }: QuestionFieldsProps) => (
  <Fieldset legend={title} mx={0}>
    <Stack gap="xs">
      <TextInput
        {...required}
        label={t('The agent asks')}
        value={question.ask}
        onChange={({ currentTarget }) => onChange({ ask: currentTarget.value })}
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
