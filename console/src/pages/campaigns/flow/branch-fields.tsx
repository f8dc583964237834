import { Button, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { t } from '../../../language/text.ts';
import type { BranchDraft, Target } from './branch-draft.ts';
import { branchText, type FlowNames, messageStep } from './flow-words.ts';
import { newTest } from './test-draft.ts';
import { TestFields } from './test-fields.tsx';

interface BranchFieldsProps {
  readonly title: string;
  readonly branch: BranchDraft;
  readonly names: FlowNames;
  readonly onChange: (branch: BranchDraft) => void;
  readonly onRemove: () => void;
  /** Moves the branch before the one above; undefined for the first. */
  readonly onUp: (() => void) | undefined;
}

const targets: readonly { readonly value: Target; readonly label: string }[] = [
  { value: 'step', label: t('To another step') },
  { value: 'agent', label: t('To another agent, who takes over the call') },
  { value: 'end', label: t('To the end of the call') },
];
const mostTests = 10;

/** Fields of one branch: its conditions and where it leads. */
export function BranchFields({ title, branch, names, onChange, onRemove, onUp }: BranchFieldsProps) {
  const set = (change: Partial<BranchDraft>): void => onChange({ ...branch, ...change });
  const { tests, target, go, agent, say } = branch;
  const steps = [
    ...names.steps.map(({ key, id }) => ({ value: key, label: id })),
    ...(names.steps.some(({ id }) => id === messageStep) ? [] : [{ value: messageStep, label: t('take a message') }]),
  ];
  return (
    <Fieldset legend={title} mx={0}>
      <Stack gap="xs">
        <Text size="sm">{branchText(branch, names)}</Text>
        {tests.map((test, index) => (
          <TestFields
            key={test.key}
            title={t('Condition {index} of {title}', { index: index + 1, title })}
            test={test}
            steps={names.steps}
            onChange={(changed) => set({ tests: tests.map((one) => (one.key === test.key ? changed : one)) })}
            onRemove={() => set({ tests: tests.filter(({ key }) => key !== test.key) })}
          />
        ))}
        <NativeSelect
          label={t('It leads')}
          data={targets}
          value={target}
          onChange={({ currentTarget }) => set({ target: currentTarget.value as Target })}
        />
        {target === 'agent' && (
          <NativeSelect
            label={t('Agent')}
            data={[
              { value: '', label: t('Choose an agent') },
              ...[...names.agents].map(([value, label]) => ({ value, label })),
            ]}
            value={agent}
            onChange={({ currentTarget }) => set({ agent: currentTarget.value })}
            required
            withAsterisk={false}
          />
        )}
        {target !== 'end' && (
          <NativeSelect
            label={target === 'step' ? t('Step') : t('Step at which that agent continues (optional)')}
            data={[
              { value: '', label: target === 'step' ? t('Choose a step') : t('None: that agent asks what is wanted') },
              ...steps,
            ]}
            value={go}
            onChange={({ currentTarget }) => set({ go: currentTarget.value })}
            required={target === 'step'}
            withAsterisk={false}
          />
        )}
        <TextInput
          label={t('The agent says before (optional)')}
          value={say}
          onChange={({ currentTarget }) => set({ say: currentTarget.value })}
          maxLength={1000}
          autoComplete="off"
        />
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            disabled={tests.length >= mostTests}
            aria-label={t('Add a condition to {title}', { title })}
            onClick={() => set({ tests: [...tests, newTest()] })}
          >
            {t('Add a condition')}
          </Button>
          <Group gap="xs">
            {onUp !== undefined && (
              <Button variant="default" size="compact-sm" aria-label={t('Move up: {title}', { title })} onClick={onUp}>
                {t('Move up')}
              </Button>
            )}
            <Button variant="default" size="compact-sm" aria-label={t('Remove {title}', { title })} onClick={onRemove}>
              {t('Remove')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Fieldset>
  );
}
