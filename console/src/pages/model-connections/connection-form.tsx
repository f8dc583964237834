import { Button, Checkbox, Fieldset, NumberInput, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import type { ModelConnection, NewModelConnection } from '../../server/model-connections.ts';
import { DraftForm } from '../../shared/form/draft-form.tsx';
import { type DraftForm as Form, useDraft } from '../../shared/form/use-draft.ts';
import { AvailableModels } from './available-models.tsx';
import { bodyOf, type ConnectionDraft, connectionFields, draftOf, newConnectionDraft } from './connection-draft.ts';
import { ConnectionHeaders } from './connection-headers.tsx';

interface ConnectionFormProps {
  /** Undefined for a new connection. */
  readonly connection?: ModelConnection;
  /** Whether a new connection begins as the default. */
  readonly isDefault?: boolean;
  readonly action: string;
  readonly send: (body: NewModelConnection) => Promise<Answer<ModelConnection>>;
  readonly onDone: (connection: ModelConnection) => Promise<void> | void;
}

/** Form with all settings of a connection. Key and headers are write-only. */
export function ConnectionForm({ connection, isDefault = false, action, send, onDone }: ConnectionFormProps) {
  const form = useDraft({
    from: connection === undefined ? { ...newConnectionDraft, isDefault } : draftOf(connection),
    prepare: bodyOf,
    shown: () => connectionFields,
    send,
    savedAs: draftOf,
    onDone,
  });
  return (
    <DraftForm form={form} legend={t('The language model')} action={action} maxWidth={860}>
      <Place form={form} connection={connection} />
      <Credentials form={form} connection={connection} />
      <Requests form={form} />
    </DraftForm>
  );
}

interface PartProps {
  readonly form: Form<ConnectionDraft>;
  readonly connection?: ModelConnection | undefined;
}

const plain = { required: true, withAsterisk: false, autoComplete: 'off', spellCheck: false } as const;

const Place = ({ form: { draft, set, faults }, connection }: PartProps) => (
  <Fieldset legend={t('Server')} className="surface" mx={0}>
    <Stack gap="sm">
      <TextInput
        {...plain}
        label={t('Address')}
        description={t(
          'The base URL of the chat-completions API, mostly ending in /v1, or “local:” and the name of a model on this server.',
        )}
        placeholder="https://models.example/v1"
        value={draft.baseUrl}
        error={faults.base_url}
        onChange={({ currentTarget }) => set({ baseUrl: currentTarget.value })}
        maxLength={2048}
      />
      <TextInput
        {...plain}
        label={t('Model')}
        description={t('The name by which the server knows it.')}
        value={draft.model}
        error={faults.model}
        onChange={({ currentTarget }) => set({ model: currentTarget.value })}
        maxLength={200}
      />
      <TextInput
        {...plain}
        required={false}
        label={t('Name')}
        description={t('How your team calls it. Empty: the name of the model.')}
        value={draft.name}
        error={faults.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        maxLength={120}
      />
      {connection !== undefined && <AvailableModels uuid={connection.uuid} onChoose={(model) => set({ model })} />}
      <Checkbox
        label={t('Default')}
        description={t('Answers for all agents without a model of their own.')}
        checked={draft.isDefault}
        onChange={({ currentTarget }) => set({ isDefault: currentTarget.checked })}
      />
    </Stack>
  </Fieldset>
);

function Credentials({ form: { draft, set, faults }, connection }: PartProps) {
  const hasKey = connection?.has_api_key === true && !draft.forgetsKey;
  return (
    <Fieldset legend={t('Credentials')} className="surface" mx={0}>
      <Stack gap="md" align="flex-start">
        <PasswordInput
          label={t('API key (optional)')}
          description={
            hasKey
              ? t('A key is stored. Leave this empty to keep it.')
              : t('Stored encrypted and never shown again. Servers on your own machine need none.')
          }
          value={draft.apiKey}
          error={faults.api_key}
          onChange={({ currentTarget }) => set({ apiKey: currentTarget.value })}
          autoComplete="new-password"
          maxLength={2048}
          visibilityToggleButtonProps={{ 'aria-label': t('Show or hide the key') }}
          w="100%"
        />
        {hasKey && (
          <Button variant="default" size="compact-sm" onClick={() => set({ forgetsKey: true })}>
            {t('Remove the key')}
          </Button>
        )}
        <ConnectionHeaders
          stored={connection?.header_names ?? []}
          rows={draft.headers}
          fault={faults.headers}
          onChange={(headers) => set({ headers })}
        />
      </Stack>
    </Fieldset>
  );
}

const Requests = ({ form: { draft, set, faults } }: PartProps) => (
  <Fieldset legend={t('Requests')} className="surface" mx={0}>
    <Stack gap="sm">
      <NumberInput
        label={t('Temperature')}
        description={t('0 to 2; higher values vary the wording more. Empty: the default of the server.')}
        value={draft.temperature}
        error={faults.temperature}
        onChange={(temperature) => set({ temperature })}
        min={0}
        max={2}
        step={0.1}
        maw={420}
        hideControls
      />
      <NumberInput
        label={t('Longest reply, in tokens')}
        description={t('Empty: no limit is sent.')}
        value={draft.maxOutputTokens}
        error={faults.max_output_tokens}
        onChange={(maxOutputTokens) => set({ maxOutputTokens })}
        min={16}
        max={100_000}
        allowDecimal={false}
        maw={420}
        hideControls
      />
      <Textarea
        label={t('Additional fields (JSON)')}
        description={t('Added to the body of each request, such as {example}.', {
          example: '{"reasoning_effort": "low"}',
        })}
        value={draft.extraBody}
        error={faults.extra_body}
        onChange={({ currentTarget }) => set({ extraBody: currentTarget.value })}
        autoComplete="off"
        spellCheck={false}
        autosize
        minRows={2}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
    </Stack>
  </Fieldset>
);
