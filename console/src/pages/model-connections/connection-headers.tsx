import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { HeaderRow } from './connection-draft.ts';

const most = 10;

interface ConnectionHeadersProps {
  /** Names of the stored headers, whose values are never loaded. */
  readonly stored: readonly string[];
  /** Undefined: the stored ones stay. */
  readonly rows: readonly HeaderRow[] | undefined;
  readonly fault: string | undefined;
  readonly onChange: (rows: readonly HeaderRow[] | undefined) => void;
}

/** The headers of a connection. New ones replace all that are stored. */
export function ConnectionHeaders({ stored, rows, fault, onChange }: ConnectionHeadersProps) {
  const shown = rows ?? [];
  const add = (): void => {
    const key = 1 + Math.max(0, ...shown.map((row) => row.key));
    onChange([...shown, { key, name: '', value: '' }]);
  };
  const change = (key: number, part: Partial<HeaderRow>): void =>
    onChange(shown.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const isKept = rows === undefined && stored.length > 0;
  return (
    <Stack gap="sm" align="flex-start" role="group" aria-label={t('Headers')}>
      <div>
        <Text size="sm" fw={600}>
          {t('Headers')}
        </Text>
        <Text size="xs" className="quiet">
          {t('Sent with every request, for servers that take their key in a header of its own, such as api-key.')}
        </Text>
      </div>
      {isKept && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('Stored: {names}. Values are not shown again.', { names: stored.join(', ') })}
        </Text>
      )}
      {!isKept && stored.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {shown.length === 0
            ? t('The stored headers ({names}) are removed when you save.', { names: stored.join(', ') })
            : t('These replace the stored headers ({names}) when you save.', { names: stored.join(', ') })}
        </Text>
      )}
      {shown.map((row, at) => (
        <Group key={row.key} gap="sm" align="flex-end" w="100%">
          <TextInput
            label={t('Header {nth}', { nth: at + 1 })}
            value={row.name}
            onChange={({ currentTarget }) => change(row.key, { name: currentTarget.value })}
            required
            withAsterisk={false}
            maxLength={100}
            pattern="[A-Za-z0-9!#$%&'*+.^_`\|~\-]+"
            title={t('Letters, digits and hyphens')}
            autoComplete="off"
            spellCheck={false}
            flex="1 1 160px"
          />
          <PasswordInput
            label={t('Value of header {nth}', { nth: at + 1 })}
            value={row.value}
            onChange={({ currentTarget }) => change(row.key, { value: currentTarget.value })}
            maxLength={2048}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the value of header {nth}', { nth: at + 1 }) }}
            flex="2 1 200px"
          />
          <Button
            variant="default"
            aria-label={t('Remove header {nth}', { nth: at + 1 })}
            onClick={() => onChange(shown.filter(({ key }) => key !== row.key))}
          >
            {t('Remove')}
          </Button>
        </Group>
      ))}
      {fault !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      )}
      <Group gap="sm">
        <Button variant="default" size="compact-sm" disabled={shown.length >= most} onClick={add}>
          {isKept ? t('Replace the headers') : t('Add a header')}
        </Button>
        {isKept && (
          <Button variant="default" size="compact-sm" onClick={() => onChange([])}>
            {t('Remove the headers')}
          </Button>
        )}
        {!isKept && stored.length > 0 && (
          <Button variant="default" size="compact-sm" onClick={() => onChange(undefined)}>
            {t('Keep the stored headers')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
