import { Button, Fieldset, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import type { ToolDraft } from './tool-draft.ts';
import type { ToolFieldsProps } from './tool-part.ts';
import { Parameters } from './tool-rows.tsx';
import { ToolSource } from './tool-source.tsx';

const plain = { required: true, withAsterisk: false, autoComplete: 'off', spellCheck: false } as const;

const effects = [
  { value: 'write', label: t('Writes: it waits until its announcement was heard') },
  { value: 'read', label: t('Reads: it runs while the agent speaks') },
];
const announcements = [
  { value: 'auto', label: t('A short request to wait') },
  { value: 'none', label: t('Nothing') },
  { value: 'text', label: t('A text of your own') },
];

/** The fields of one tool. */
export function ToolFields(props: ToolFieldsProps) {
  const { tool, faultOf, title, onChange, onRemove } = props;
  return (
    <Fieldset legend={title} mx={0}>
      <Stack gap="sm">
        <TextInput
          {...plain}
          label={t('Name of the tool')}
          description={t('Letters, digits, hyphens and underscores.')}
          value={tool.name}
          error={faultOf('name')}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          pattern="[A-Za-z0-9_\-]+"
          maxLength={64}
        />
        <TextInput
          label={t('What it is for')}
          value={tool.description}
          error={faultOf('description')}
          onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
          maxLength={1000}
          autoComplete="off"
        />
        <ToolSource {...props} />
        {tool.parameters === undefined ? (
          <Textarea
            {...plain}
            label={t('Parameters (JSON schema)')}
            description={t('A JSON schema of an object.')}
            value={tool.schema}
            error={faultOf('parameters')}
            onChange={({ currentTarget }) => onChange({ schema: currentTarget.value })}
            rows={6}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
        ) : (
          <Parameters rows={tool.parameters} onChange={(parameters) => onChange({ parameters })} />
        )}
        <Conduct {...props} />
        <Group justify="flex-end">
          <Button variant="default" size="compact-sm" aria-label={t('Remove {title}', { title })} onClick={onRemove}>
            {t('Remove')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** When the tool runs, what the caller hears, and its limits. */
const Conduct = ({ tool, faultOf, onChange }: ToolFieldsProps) => (
  <>
    <NativeSelect
      label={t('Effect')}
      value={tool.effect}
      onChange={({ currentTarget }) => onChange({ effect: currentTarget.value as ToolDraft['effect'] })}
      data={effects}
    />
    <NativeSelect
      label={t('If the agent calls it without words, the caller hears')}
      value={tool.announce}
      onChange={({ currentTarget }) => onChange({ announce: currentTarget.value as ToolDraft['announce'] })}
      data={announcements}
    />
    {tool.announce === 'text' && (
      <TextInput
        {...plain}
        label={t('Announcement')}
        value={tool.announcement}
        error={faultOf('announce')}
        onChange={({ currentTarget }) => onChange({ announcement: currentTarget.value })}
        maxLength={300}
      />
    )}
    <Group gap="sm" align="flex-start">
      <NumberInput
        label={t('Time limit in seconds')}
        value={tool.timeoutSeconds}
        error={faultOf('timeout_ms')}
        onChange={(timeoutSeconds) => onChange({ timeoutSeconds })}
        min={0.5}
        max={30}
        required
        withAsterisk={false}
        flex="1 1 140px"
      />
      <NumberInput
        label={t('Characters of the answer that the model reads')}
        value={tool.resultChars}
        error={faultOf('result_chars')}
        onChange={(resultChars) => onChange({ resultChars })}
        min={100}
        max={6000}
        required
        withAsterisk={false}
        flex="1 1 140px"
      />
    </Group>
  </>
);
