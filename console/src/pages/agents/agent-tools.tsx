import { Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { newTool, type ToolDraft } from './agent-draft.ts';
import type { AgentPartProps } from './agent-part.ts';

/** The organisation's own functions that the language model may call. */
export function AgentTools({ draft, set, faults }: AgentPartProps) {
  const change = (key: string, part: Partial<ToolDraft>): void =>
    set({ tools: draft.tools.map((tool) => (tool.key === key ? { ...tool, ...part } : tool)) });
  return (
    <Fieldset legend={t('Tools')} className="surface" mx={0}>
      <Stack gap="md">
        {draft.tools.length === 0 && <Text className="quiet">{t('No tools yet.')}</Text>}
        {draft.tools.map((tool, nth) => (
          <Tool
            key={tool.key}
            tool={tool}
            faultOf={(field) => faults[`tools.${nth}.${field}`]}
            title={tool.name === '' ? t('Tool {nth}', { nth: nth + 1 }) : tool.name}
            onChange={(part) => change(tool.key, part)}
            onRemove={() => set({ tools: draft.tools.filter(({ key }) => key !== tool.key) })}
          />
        ))}
        <Group>
          <Button
            variant="default"
            disabled={draft.tools.length >= 20}
            onClick={() => set({ tools: [...draft.tools, newTool()] })}
          >
            {t('Add a tool')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

interface ToolProps {
  readonly tool: ToolDraft;
  readonly faultOf: (field: 'name' | 'description' | 'endpoint' | 'parameters') => string | undefined;
  readonly title: string;
  readonly onChange: (part: Partial<ToolDraft>) => void;
  readonly onRemove: () => void;
}

const plain = { required: true, withAsterisk: false, autoComplete: 'off', spellCheck: false } as const;

const Tool = ({ tool, faultOf, title, onChange, onRemove }: ToolProps) => (
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
      <TextInput
        {...plain}
        label={t('Address')}
        description={t('Begins with https://')}
        type="url"
        value={tool.endpoint}
        error={faultOf('endpoint')}
        onChange={({ currentTarget }) => onChange({ endpoint: currentTarget.value })}
        maxLength={2048}
      />
      <Textarea
        {...plain}
        label={t('Parameters (JSON schema)')}
        description={t('A JSON schema of an object.')}
        value={tool.parameters}
        error={faultOf('parameters')}
        onChange={({ currentTarget }) => onChange({ parameters: currentTarget.value })}
        rows={6}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      <Group justify="flex-end">
        <Button variant="default" size="compact-sm" aria-label={t('Remove {title}', { title })} onClick={onRemove}>
          {t('Remove')}
        </Button>
      </Group>
    </Stack>
  </Fieldset>
);
