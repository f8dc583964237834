import { Button, Group, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import styles from './coaching.module.css';
import { type FactDraft, newFact } from './fact-draft.ts';

interface FactRowsProps {
  /** Label of a row in lower case: "fact". */
  readonly what: string;
  readonly facts: readonly FactDraft[];
  readonly onChange: (facts: readonly FactDraft[]) => void;
  readonly faults: Readonly<Record<string, string>>;
  /** Whether a row also has phrases that ask for the fact. */
  readonly isHidden?: boolean;
}

/** Rows of names and values that a customer states or withholds. */
export function FactRows({ what, facts, onChange, faults, isHidden = false }: FactRowsProps) {
  const change = (id: string, part: Partial<FactDraft>): void =>
    onChange(facts.map((fact) => (fact.id === id ? { ...fact, ...part } : fact)));
  const plain = { autoComplete: 'off', maxLength: 4000 } as const;
  return (
    <div className={styles.rows}>
      {facts.map((fact, index) => (
        <div key={fact.id} className={styles.row} data-wide={isHidden}>
          <TextInput
            {...plain}
            label={t('Name')}
            aria-label={t('Name of {what} {index}', { what, index: index + 1 })}
            placeholder={isHidden ? t('budget') : t('city')}
            value={fact.name}
            error={faults[fact.id]}
            onChange={({ currentTarget }) => change(fact.id, { name: currentTarget.value })}
          />
          <TextInput
            {...plain}
            label={fact.isJson ? t('Value (JSON)') : t('Value')}
            aria-label={t('Value of {what} {index}', { what, index: index + 1 })}
            value={fact.value}
            onChange={({ currentTarget }) => change(fact.id, { value: currentTarget.value })}
          />
          {isHidden && (
            <TextInput
              {...plain}
              label={t('Told when asked (optional)')}
              aria-label={t('Told when asked (optional), {what} {index}', { what, index: index + 1 })}
              placeholder={t('how much, price')}
              value={fact.asked}
              onChange={({ currentTarget }) => change(fact.id, { asked: currentTarget.value })}
            />
          )}
          <Button
            variant="default"
            aria-label={t('Remove {what} {index}', { what, index: index + 1 })}
            onClick={() => onChange(facts.filter(({ id }) => id !== fact.id))}
          >
            {t('Remove')}
          </Button>
        </div>
      ))}
      <Group>
        <Button variant="default" onClick={() => onChange([...facts, newFact()])}>
          {t('Add a {what}', { what })}
        </Button>
      </Group>
    </div>
  );
}
