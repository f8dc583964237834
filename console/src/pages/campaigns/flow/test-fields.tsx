import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { t } from '../../../language/text.ts';
import { comparisonNames, dayNames, subjectNames, testsText } from './flow-words.ts';
import type { StepDraft } from './step-draft.ts';
import { type Comparison, newTest, type Subject, type TestDraft } from './test-draft.ts';

interface TestFieldsProps {
  readonly title: string;
  readonly test: TestDraft;
  readonly steps: readonly StepDraft[];
  readonly onChange: (test: TestDraft) => void;
  readonly onRemove: () => void;
}

const subjects = Object.entries(subjectNames).map(([value, label]) => ({ value, label }));
const ofValue: readonly Comparison[] = ['is', 'not', 'range', 'known', 'unknown'];
const ofTool: readonly Comparison[] = ['ok', 'failed', ...ofValue];
const required = { required: true, withAsterisk: false, autoComplete: 'off' } as const;

/** Fields of one condition of a branch. */
export function TestFields({ title, test, steps, onChange, onRemove }: TestFieldsProps) {
  const set = (change: Partial<TestDraft>): void => onChange({ ...test, ...change });
  const { subject, kept } = test;
  return (
    <Fieldset legend={title} mx={0}>
      <Stack gap="xs">
        {kept !== undefined ? (
          <Text size="sm">
            {testsText([test])} <code>{JSON.stringify(kept)}</code>
          </Text>
        ) : (
          <>
            <NativeSelect
              label={t('It looks at')}
              data={subjects}
              value={subject}
              onChange={({ currentTarget }) => onChange({ ...newTest(currentTarget.value as Subject), key: test.key })}
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
                value={test.values}
                onChange={({ currentTarget }) => set({ values: currentTarget.value })}
                autosize
                minRows={2}
              />
            )}
            {subject === 'time' && <TimeFields test={test} set={set} />}
            {(subject === 'slot' || subject === 'contact' || subject === 'tool') && (
              <ComparisonFields test={test} set={set} />
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" size="compact-sm" aria-label={t('Remove {title}', { title })} onClick={onRemove}>
            {t('Remove')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
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

function ComparisonFields({ test, set }: PartProps) {
  const { comparison, subject } = test;
  const comparisons = subject === 'tool' ? ofTool : ofValue;
  return (
    <>
      {subject === 'tool' && comparison !== 'ok' && comparison !== 'failed' && (
        <TextInput
          label={t('Field in its JSON (optional)')}
          description={t('Such as slots.0.time. Its whole result by default.')}
          value={test.field}
          onChange={({ currentTarget }) => set({ field: currentTarget.value })}
          autoComplete="off"
        />
      )}
      <NativeSelect
        label={t('Condition')}
        data={comparisons.map((value) => ({ value, label: comparisonNames[value] }))}
        value={comparison}
        onChange={({ currentTarget }) => set({ comparison: currentTarget.value as Comparison })}
      />
      {(comparison === 'is' || comparison === 'not') && (
        <TextInput
          {...required}
          label={t('Values')}
          description={t('Separated by commas. Capital letters do not matter.')}
          value={test.values}
          onChange={({ currentTarget }) => set({ values: currentTarget.value })}
        />
      )}
      {comparison === 'range' && (
        <Group grow>
          <NumberInput label={t('At least')} value={test.min} onChange={(min) => set({ min })} />
          <NumberInput label={t('At most')} value={test.max} onChange={(max) => set({ max })} />
        </Group>
      )}
    </>
  );
}

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
