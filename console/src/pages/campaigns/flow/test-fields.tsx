import { Button, Checkbox, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { ComparisonFields } from './comparison-fields.tsx';
import { dayNames, subjectNames, testsText } from './flow-words.ts';
import type { StepDraft } from './step-draft.ts';
import { isCompared, newTest, type Subject, type TestDraft } from './test-draft.ts';

interface TestFieldsProps {
  readonly title: string;
  readonly test: TestDraft;
  readonly steps: readonly StepDraft[];
  readonly onChange: (test: TestDraft) => void;
  readonly onRemove: () => void;
}

const subjects = Object.entries(subjectNames).map(([value, label]) => ({ value, label }));
const required = { required: true, withAsterisk: false, autoComplete: 'off' } as const;
const mostAlternatives = 9;

/** Fields of one condition of a branch, with its alternatives. */
export function TestFields({ title, test, steps, onChange, onRemove }: TestFieldsProps) {
  const { or } = test;
  return (
    <Fieldset legend={title} mx={0}>
      <Stack gap="xs">
        <OneTest title={title} test={test} steps={steps} onChange={onChange} />
        {or.map((other, index) => {
          const name = t('Alternative {index} of {title}', { index: index + 1, title });
          return (
            <Fieldset key={other.key} legend={t('Or')} aria-label={name} mx={0}>
              <Stack gap="xs">
                <OneTest
                  title={name}
                  test={other}
                  steps={steps}
                  onChange={(changed) =>
                    onChange({ ...test, or: or.map((each) => (each.key === other.key ? changed : each)) })
                  }
                />
                <Group justify="flex-end">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('Remove {title}', { title: name })}
                    onClick={() => onChange({ ...test, or: or.filter(({ key }) => key !== other.key) })}
                  >
                    {t('Remove')}
                  </Button>
                </Group>
              </Stack>
            </Fieldset>
          );
        })}
        <Group justify="space-between">
          <Button
            variant="default"
            size="compact-sm"
            disabled={or.length >= mostAlternatives}
            aria-label={t('Add an alternative to {title}', { title })}
            onClick={() => onChange({ ...test, or: [...or, newTest()] })}
          >
            {t('Add an alternative')}
          </Button>
          <Button variant="default" size="compact-sm" aria-label={t('Remove {title}', { title })} onClick={onRemove}>
            {t('Remove')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

function OneTest({ title, test, steps, onChange }: Omit<TestFieldsProps, 'onRemove'>) {
  const set = (change: Partial<TestDraft>): void => onChange({ ...test, ...change });
  const { subject, kept } = test;
  if (kept !== undefined)
    return (
      <Text size="sm">
        {testsText([{ ...test, or: [] }])} <code>{JSON.stringify(kept)}</code>
      </Text>
    );
  return (
    <>
      <NativeSelect
        label={t('It looks at')}
        data={subjects}
        value={subject}
        onChange={({ currentTarget }) =>
          onChange({ ...newTest(currentTarget.value as Subject), key: test.key, or: test.or })
        }
      />
      {subject === 'slot' && <QuestionChoice test={test} steps={steps} set={set} />}
      {(subject === 'contact' || subject === 'tool' || subject === 'language') && (
        <TextInput
          {...required}
          label={nameLabels[subject]}
          value={test.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
      )}
      {subject === 'intent' && (
        <Textarea
          {...required}
          label={t('Sentences that mean it, one a line')}
          value={test.sentences}
          onChange={({ currentTarget }) => set({ sentences: currentTarget.value })}
          autosize
          minRows={2}
        />
      )}
      {subject === 'time' && <TimeFields test={test} set={set} />}
      {isCompared(subject) && <ComparisonFields title={title} test={test} set={set} />}
    </>
  );
}

const nameLabels = {
  contact: t('Field of the contact'),
  tool: t('Tool that ran before'),
  language: t('Language, such as hi or en'),
} as const;

interface PartProps {
  readonly test: TestDraft;
  readonly set: (change: Partial<TestDraft>) => void;
}

const QuestionChoice = ({ test, steps, set }: PartProps & { readonly steps: readonly StepDraft[] }) => (
  <NativeSelect
    {...required}
    label={t('Answer to')}
    value={test.name}
    onChange={({ currentTarget }) => set({ name: currentTarget.value })}
    data={[
      { value: '', label: t('Choose a question') },
      ...steps.flatMap((step) =>
        step.questions.map(({ id, ask }) => ({ value: id, label: ask === '' ? id : `${id}: ${ask}` })),
      ),
    ].filter(({ value }, index, all) => all.findIndex((other) => other.value === value) === index)}
  />
);

const TimeFields = ({ test, set }: PartProps) => (
  <>
    <Group grow>
      <TextInput
        type="time"
        label={t('From')}
        value={test.from}
        onChange={({ currentTarget }) => set({ from: currentTarget.value })}
      />
      <TextInput
        type="time"
        label={t('Until')}
        value={test.to}
        onChange={({ currentTarget }) => set({ to: currentTarget.value })}
      />
    </Group>
    <Checkbox.Group label={t('Days; all if none is chosen')} value={[...test.days]} onChange={(days) => set({ days })}>
      <Group gap="sm" mt={4}>
        {dayNames.map(([value, label]) => (
          <Checkbox key={value} value={value} label={label} />
        ))}
      </Group>
    </Checkbox.Group>
  </>
);
