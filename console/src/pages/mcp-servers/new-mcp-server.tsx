import { Button, Stack, TextInput } from '@mantine/core';
import { rich, t } from '../../language/text.ts';
import { addMcpServer, type McpServer } from '../../server/tool-settings.ts';
import { FoldedForm } from '../../shared/form/folded-form.tsx';
import { useSubmit } from '../../shared/form/use-submit.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';

const plain = { required: true, withAsterisk: false, autoComplete: 'off', w: '100%', maw: 620 } as const;

/** Form that adds an MCP server and lists its tools. */
export const NewMcpServer = ({ onAdded }: { readonly onAdded: (server: McpServer) => void }) => (
  <FoldedForm title={t('Add an MCP server')}>
    {(close) => (
      <Fields
        onAdded={(made) => {
          close();
          onAdded(made);
        }}
      />
    )}
  </FoldedForm>
);

function Fields({ onAdded }: { readonly onAdded: (server: McpServer) => void }) {
  const { isBusy, trouble, faults, onSubmit } = useSubmit(
    (field) => {
      const header = field('header').trim();
      const headers: Record<string, string> = header === '' ? {} : { [header]: field('header_value').trim() };
      return addMcpServer({ name: field('name').trim(), url: field('url').trim(), headers });
    },
    onAdded,
    ['name', 'url'],
  );
  return (
    <>
      <TroubleLine text={trouble} />
      <form onSubmit={onSubmit}>
        <Stack gap="md" align="flex-start">
          <TextInput {...plain} label={t('Name')} name="name" maxLength={120} error={faults.name} />
          <TextInput
            {...plain}
            label={t('Address')}
            description={t('The Streamable HTTP address of the server: https://example.com/mcp.')}
            name="url"
            type="url"
            maxLength={2048}
            error={faults.url}
          />
          <TextInput
            {...plain}
            required={false}
            label={t('Header')}
            description={t('Sent with every request, if the server needs a credential.')}
            placeholder="Authorization"
            name="header"
            maxLength={100}
            spellCheck={false}
          />
          <TextInput
            {...plain}
            required={false}
            label={t('Value of the header')}
            description={rich('Name the credential by its secret: {example}', {
              example: <code>{'Bearer {{secret.NAME}}'}</code>,
            })}
            name="header_value"
            maxLength={2048}
            spellCheck={false}
          />
          <Button type="submit" loading={isBusy}>
            {t('Add server')}
          </Button>
        </Stack>
      </form>
    </>
  );
}
