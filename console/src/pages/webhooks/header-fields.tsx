import { Button, Fieldset, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../language/text.ts';

const most = 20;

/** Fields for additional headers. Their values may be credentials of the receiver, so they are write-only. */
export function HeaderFields() {
  const [rows, setRows] = useState<readonly number[]>([]);
  const [next, setNext] = useState(1);
  const add = (): void => {
    setRows([...rows, next]);
    setNext(next + 1);
  };
  return (
    <Fieldset
      legend={
        <Text size="sm" fw={600}>
          {t('Headers')}
        </Text>
      }
      variant="unstyled"
      mx={0}
      p={0}
      w="100%"
      maw={620}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="xs" className="quiet">
          {t(
            'Sent with every delivery, such as a credential of the receiver. Values are stored encrypted and are not shown again.',
          )}
        </Text>
        {rows.map((row, nth) => (
          <Group key={row} gap="sm" align="flex-end" w="100%">
            <TextInput
              label={t('Header {nth}', { nth: nth + 1 })}
              name="header_name"
              placeholder="Authorization"
              required
              withAsterisk={false}
              maxLength={100}
              pattern="[A-Za-z0-9!#$%&'*+.^_`\|~\-]+"
              title={t('Letters, digits and hyphens')}
              autoComplete="off"
              spellCheck={false}
              flex="1 1 180px"
            />
            <PasswordInput
              label={t('Value of header {nth}', { nth: nth + 1 })}
              name="header_value"
              maxLength={2048}
              autoComplete="off"
              visibilityToggleButtonProps={{
                'aria-label': t('Show or hide the value of header {nth}', { nth: nth + 1 }),
              }}
              flex="2 1 220px"
            />
            <Button
              variant="default"
              aria-label={t('Remove header {nth}', { nth: nth + 1 })}
              onClick={() => setRows(rows.filter((one) => one !== row))}
            >
              {t('Remove')}
            </Button>
          </Group>
        ))}
        <Button variant="default" size="compact-sm" disabled={rows.length >= most} onClick={add}>
          {t('Add a header')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

/** Returns the contents of the fields, by header name. */
export function headersIn(form: FormData): Record<string, string> {
  const values = form.getAll('header_value');
  return Object.fromEntries(form.getAll('header_name').map((name, nth) => [String(name), String(values[nth] ?? '')]));
}
