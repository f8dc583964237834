import { Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { t } from '../../language/text.ts';
import { useMcpServers, useSecrets } from '../../server/tool-settings.ts';
import { useMe } from '../../shared/account/use-account.ts';
import type { AgentPartProps } from './agent-part.ts';
import { BuiltInTools } from './built-in-tools.tsx';
import { newTool, type ToolDraft } from './tool-draft.ts';
import { ToolFields } from './tool-fields.tsx';

/** The functions that the language model may call: endpoints of the organisation, and tools of its MCP servers. */
export function AgentTools(props: AgentPartProps) {
  const role = useMe().data?.role;
  // Members see agents, but neither secrets nor MCP servers.
  return role === 'manager' || role === 'admin' ? <ManagedTools {...props} /> : <Tools {...props} />;
}

function ManagedTools(props: AgentPartProps) {
  const secrets = useSecrets().data?.secrets.map(({ name }) => name);
  const servers = useMcpServers().data?.servers;
  return <Tools {...props} secrets={secrets ?? []} servers={servers ?? []} />;
}

type Sources = Partial<Pick<Parameters<typeof ToolFields>[0], 'secrets' | 'servers'>>;

function Tools({ draft, set, faults, secrets = [], servers = [] }: AgentPartProps & Sources) {
  const change = (key: string, part: Partial<ToolDraft>): void =>
    set({ tools: draft.tools.map((tool) => (tool.key === key ? { ...tool, ...part } : tool)) });
  return (
    <Fieldset legend={t('Tools')} className="surface" mx={0}>
      <Stack gap="md">
        <BuiltInTools switches={draft.builtInTools} onChange={(builtInTools) => set({ builtInTools })} />
        {draft.tools.length === 0 && <Text className="quiet">{t('No tools yet.')}</Text>}
        {draft.tools.map((tool, nth) => (
          <ToolFields
            key={tool.key}
            tool={tool}
            secrets={secrets}
            servers={servers}
            faultOf={(field) =>
              faults[`tools.${nth}.${field}`] ??
              Object.entries(faults).find(([name]) => name.startsWith(`tools.${nth}.${field}.`))?.[1]
            }
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
