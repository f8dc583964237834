import { Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { t } from '../../../language/text.ts';
import { comparisonNames, isOfValue } from './flow-words.ts';
import { type ComparedDraft, type Comparison, comparisonsBeside, newComparison, type TestDraft } from './test-draft.ts';

interface ComparisonFieldsProps {
  /** Names the condition, for people who do not see where a button stands. */
  readonly title: string;
  readonly test: TestDraft;
  readonly set: (change: Partial<TestDraft>) => void;
}

/** Fields of the comparisons of a value, which must all hold. */
export function ComparisonFields({ title, test, set }: ComparisonFieldsProps) {
  const { subject, compared, field } = test;
  const [next] = comparisonsBeside(subject, compared);
  const isField = subject === 'tool' && (field !== '' || compared.some(({ comparison }) => isOfValue(comparison)));
  return (
    <>
      {isField && (
        <TextInput
          label={t('Field in its JSON (optional)')}
          description={t('Such as slots.0.time. Its whole result by default.')}
          value={field}
          onChange={({ currentTarget }) => set({ field: currentTarget.value })}
          autoComplete="off"
        />
      )}
      {compared.map((one, index) => (
        <Comparing
          key={one.key}
          one={one}
          label={index === 0 ? t('Condition') : t('And also')}
          offered={comparisonsBeside(
            subject,
            compared.filter(({ key }) => key !== one.key),
          )}
          onChange={(changed) => set({ compared: compared.map((each) => (each.key === one.key ? changed : each)) })}
          onRemove={
            compared.length === 1 ? undefined : () => set({ compared: compared.filter(({ key }) => key !== one.key) })
          }
        />
      ))}
      {next !== undefined && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('And also in {title}', { title })}
            onClick={() => set({ compared: [...compared, newComparison(next)] })}
          >
            {t('And also')}
          </Button>
        </Group>
      )}
    </>
  );
}

interface ComparingProps {
  readonly one: ComparedDraft;
  readonly label: string;
  readonly offered: readonly Comparison[];
  readonly onChange: (one: ComparedDraft) => void;
  /** Undefined for the only comparison. */
  readonly onRemove: (() => void) | undefined;
}

function Comparing({ one, label, offered, onChange, onRemove }: ComparingProps) {
  const set = (change: Partial<ComparedDraft>): void => onChange({ ...one, ...change });
  const { comparison } = one;
  return (
    <Stack gap={6}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          style={{ flex: 1 }}
          label={label}
          data={offered.map((value) => ({ value, label: comparisonNames[value] }))}
          value={comparison}
          onChange={({ currentTarget }) => set({ comparison: currentTarget.value as Comparison })}
        />
        {onRemove !== undefined && (
          <Button
            variant="default"
            aria-label={t('Remove: {name}', { name: comparisonNames[comparison] })}
            onClick={onRemove}
          >
            {t('Remove')}
          </Button>
        )}
      </Group>
      {(comparison === 'is' || comparison === 'not') && (
        <TextInput
          label={t('Values')}
          description={t('Separated by commas. Capital letters do not matter.')}
          value={one.values}
          onChange={({ currentTarget }) => set({ values: currentTarget.value })}
          required
          withAsterisk={false}
          autoComplete="off"
        />
      )}
      {comparison === 'range' && (
        <Group grow>
          <NumberInput label={t('At least')} value={one.min} onChange={(min) => set({ min })} />
          <NumberInput label={t('At most')} value={one.max} onChange={(max) => set({ max })} />
        </Group>
      )}
    </Stack>
  );
}
