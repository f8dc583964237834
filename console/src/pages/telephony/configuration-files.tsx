import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Connection } from '../../server/answers.ts';

interface ConfigurationFilesProps {
  readonly connection: Connection;
  readonly signingKey: string | undefined;
}

/** Files to copy to a provider that is configured by files. */
export function ConfigurationFiles({ connection, signingKey }: ConfigurationFilesProps) {
  const { files, form, display_name: name } = connection;
  if (files.length === 0) return null;
  const label = form?.signing_key_label ?? '';
  const shown = files.map((file) => ({
    ...file,
    text: signingKey === undefined ? file.text : file.text.replaceAll(`<${label}>`, signingKey),
  }));
  return (
    <details>
      <Text component="summary" fw={600} size="sm">
        {t('Lines for the configuration of {name}', { name })}
      </Text>
      <Stack gap="sm" mt="sm">
        <Text size="sm">
          {signingKey === undefined
            ? t('Replace what is in angle brackets. A password that was entered here is not shown again.')
            : t('They contain the password that you have just entered. It is not shown again.')}
        </Text>
        {shown.map((file) => (
          <div key={file.name}>
            <Group justify="space-between" gap="sm" mb={4}>
              <Text size="sm" className="quiet">
                {file.name}
              </Text>
              <CopyButton value={file.text}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    size="compact-xs"
                    aria-label={t('Copy {name}', { name: file.name })}
                    onClick={copy}
                  >
                    {copied ? t('Copied') : t('Copy')}
                  </Button>
                )}
              </CopyButton>
            </Group>
            <Code block tabIndex={0} role="region" aria-label={file.name} style={{ overflowX: 'auto' }}>
              {file.text}
            </Code>
          </div>
        ))}
      </Stack>
    </details>
  );
}
