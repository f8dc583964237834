import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { type BranchDraft, newBranch } from './branch-draft.ts';
import { BranchFields } from './branch-fields.tsx';
import type { FlowNames } from './flow-words.ts';
import { QuestionFields } from './question-fields.tsx';
import { newQuestion, type StepDraft } from './step-draft.ts';

interface StepFormProps {
  readonly step: StepDraft;
  readonly names: FlowNames;
  readonly onChange: (step: StepDraft) => void;
}

const mostQuestions = 20;
const mostBranches = 20;

/** Fields of one step: how callers reach it, its questions, its words, and where it leads. */
export function StepForm({ step, names, onChange }: StepFormProps) {
  const set = (change: Partial<StepDraft>): void => onChange({ ...step, ...change });
  const { questions, branches } = step;
  const setBranch = (changed: BranchDraft): void =>
    set({ branches: branches.map((one) => (one.key === changed.key ? changed : one)) });
  const moveUp = (at: number): void => {
    const moved = [...branches];
    moved.splice(at - 1, 2, branches[at] as BranchDraft, branches[at - 1] as BranchDraft);
    set({ branches: moved });
  };
  const text = (field: 'id' | 'intro' | 'tool' | 'done', label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      value={step[field]}
      onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
      required={field === 'id'}
      withAsterisk={false}
      autoComplete="off"
    />
  );
  return (
    <Stack gap="sm">
      {text('id', t('Name of the step'))}
      <Textarea
        label={t('What callers say')}
        description={t('Sentences of callers who want this, one a line. Without any, only a branch leads here.')}
        value={step.examples}
        onChange={({ currentTarget }) => set({ examples: currentTarget.value })}
        autosize
        minRows={2}
        maxRows={8}
      />
      {text('intro', t('The agent says first (optional)'))}
      <Textarea
        label={t('What a language model has to do here (optional)')}
        value={step.instructions}
        onChange={({ currentTarget }) => set({ instructions: currentTarget.value })}
        autosize
        minRows={1}
        maxRows={6}
      />
      {questions.map((question, index) => (
        <QuestionFields
          key={question.key}
          title={t('Question {index}', { index: index + 1 })}
          question={question}
          onChange={(change) =>
            set({ questions: questions.map((one) => (one.key === question.key ? { ...one, ...change } : one)) })
          }
          onRemove={() => set({ questions: questions.filter(({ key }) => key !== question.key) })}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-md"
          disabled={questions.length >= mostQuestions}
          onClick={() => set({ questions: [...questions, newQuestion(names.steps)] })}
        >
          {t('Add question')}
        </Button>
      </Group>
      {text(
        'tool',
        t('Tool that runs then (optional)'),
        t('By default the one with the name of the step, if there is one.'),
      )}
      {branches.map((branch, index) => (
        <BranchFields
          key={branch.key}
          title={t('Branch {index}', { index: index + 1 })}
          branch={branch}
          names={names}
          onChange={setBranch}
          onRemove={() => set({ branches: branches.filter(({ key }) => key !== branch.key) })}
          onUp={index === 0 ? undefined : () => moveUp(index)}
        />
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-md"
          disabled={branches.length >= mostBranches}
          onClick={() => set({ branches: [...branches, newBranch()] })}
        >
          {t('Add a branch')}
        </Button>
      </Group>
      {text(
        'done',
        t('The agent says at the end'),
        t('Where no branch applies. Answers can be used by the name of their question, as in {name}.'),
      )}
    </Stack>
  );
}
