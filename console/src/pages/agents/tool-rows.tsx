import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { freshKey } from '../../shared/form/fresh-key.ts';
import { callerFields, type NamedValue, newParameter, type ParameterRow, parameterTypes } from './parameter-rows.ts';

const typeNames: Readonly<Record<ParameterRow['type'], string>> = {
  string: t('Text'),
  integer: t('Whole number'),
  number: t('Number'),
  boolean: t('Yes or no'),
};
const callerNames: Readonly<Record<ParameterRow['caller'], string>> = {
  '': t('The model'),
  number: t('The call: number of the other party'),
  own_number: t('The call: our number'),
  call_uuid: t('The call: its id'),
  contact_uuid: t('The call: id of the contact'),
};

interface ParametersProps {
  readonly rows: readonly ParameterRow[];
  readonly onChange: (rows: readonly ParameterRow[]) => void;
}

/** The parameters of a tool, one to a row. */
export function Parameters({ rows, onChange }: ParametersProps) {
  const change = (key: string, part: Partial<ParameterRow>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" fw={500}>
        {t('Parameters')}
      </Text>
      {rows.map((row, at) => (
        <Group key={row.key} gap="sm" align="flex-end" w="100%">
          <TextInput
            label={t('Parameter {nth}', { nth: at + 1 })}
            value={row.name}
            onChange={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
            required
            withAsterisk={false}
            maxLength={64}
            pattern="[A-Za-z0-9_.\-]+"
            autoComplete="off"
            spellCheck={false}
            flex="1 1 130px"
          />
          <TextInput
            label={t('What parameter {nth} is', { nth: at + 1 })}
            value={row.description}
            onChange={({ currentTarget }) => change(row.key, { description: currentTarget.value })}
            maxLength={500}
            autoComplete="off"
            flex="2 1 180px"
          />
          <NativeSelect
            label={t('Type of parameter {nth}', { nth: at + 1 })}
            value={row.type}
            onChange={({ currentTarget }) => change(row.key, { type: currentTarget.value as ParameterRow['type'] })}
            data={parameterTypes.map((value) => ({ value, label: typeNames[value] }))}
          />
          <NativeSelect
            label={t('Who sets parameter {nth}', { nth: at + 1 })}
            value={row.caller}
            onChange={({ currentTarget }) => change(row.key, { caller: currentTarget.value as ParameterRow['caller'] })}
            data={callerFields.map((value) => ({ value, label: callerNames[value] }))}
          />
          <Checkbox
            label={t('Required')}
            aria-label={t('Parameter {nth} is required', { nth: at + 1 })}
            checked={row.required}
            onChange={({ currentTarget }) => change(row.key, { required: currentTarget.checked })}
            mb={8}
          />
          <Button
            variant="default"
            aria-label={t('Remove parameter {nth}', { nth: at + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            {t('Remove')}
          </Button>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        disabled={rows.length >= 20}
        onClick={() => onChange([...rows, newParameter()])}
      >
        {t('Add a parameter')}
      </Button>
    </Stack>
  );
}

interface NamedValuesProps {
  readonly title: string;
  readonly hint: string;
  readonly texts: {
    readonly name: (nth: number) => string;
    readonly value: (nth: number) => string;
    readonly remove: (nth: number) => string;
    readonly add: string;
  };
  readonly rows: readonly NamedValue[];
  /** Names of secrets, offered for the values. */
  readonly secrets: readonly string[];
  readonly fault: string | undefined;
  readonly onChange: (rows: readonly NamedValue[]) => void;
}

/** Names with templates as values: the headers or the query of a tool. */
export function NamedValues({ title, hint, texts, rows, secrets, fault, onChange }: NamedValuesProps) {
  const change = (key: string, part: Partial<NamedValue>): void =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <Stack gap="sm" align="flex-start">
      <div>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <Text size="xs" className="quiet">
          {hint}
        </Text>
      </div>
      {rows.map((row, at) => (
        <Group key={row.key} gap="sm" align="flex-end" w="100%">
          <TextInput
            label={texts.name(at + 1)}
            value={row.name}
            onChange={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
            required
            withAsterisk={false}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
            flex="1 1 160px"
          />
          <TextInput
            label={texts.value(at + 1)}
            value={row.value}
            error={at === rows.length - 1 ? fault : undefined}
            onChange={({ currentTarget }) => change(row.key, { value: currentTarget.value })}
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            flex="2 1 220px"
          />
          {secrets.length > 0 && (
            <NativeSelect
              label={t('Secret')}
              value=""
              onChange={({ currentTarget }) =>
                change(row.key, { value: `${row.value}{{secret.${currentTarget.value}}}` })
              }
              data={[{ value: '', label: t('Insert…') }, ...secrets.map((name) => ({ value: name, label: name }))]}
            />
          )}
          <Button
            variant="default"
            aria-label={texts.remove(at + 1)}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            {t('Remove')}
          </Button>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        disabled={rows.length >= 20}
        onClick={() => onChange([...rows, { key: freshKey(), name: '', value: '' }])}
      >
        {texts.add}
      </Button>
    </Stack>
  );
}
