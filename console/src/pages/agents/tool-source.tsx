import { NativeSelect, TextInput } from '@mantine/core';
import { t } from '../../language/text.ts';
import { parametersOf, type ToolDraft } from './tool-draft.ts';
import type { ToolFieldsProps } from './tool-part.ts';
import { NamedValues } from './tool-rows.tsx';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const headerTexts = {
  name: (nth: number) => t('Header {nth}', { nth }),
  value: (nth: number) => t('Value of header {nth}', { nth }),
  remove: (nth: number) => t('Remove header {nth}', { nth }),
  add: t('Add a header'),
};
const queryTexts = {
  name: (nth: number) => t('Query parameter {nth}', { nth }),
  value: (nth: number) => t('Value of query parameter {nth}', { nth }),
  remove: (nth: number) => t('Remove query parameter {nth}', { nth }),
  add: t('Add a query parameter'),
};

/** Where the tool is: an endpoint, or an MCP server. */
export const ToolSource = (props: ToolFieldsProps) => {
  const { tool, servers, onChange } = props;
  return (
    <>
      {(servers.length > 0 || tool.source === 'mcp') && (
        <NativeSelect
          label={t('Where it is')}
          value={tool.source}
          onChange={({ currentTarget }) => onChange({ source: currentTarget.value as ToolDraft['source'] })}
          data={[
            { value: 'endpoint', label: t('An address of yours') },
            { value: 'mcp', label: t('An MCP server') },
          ]}
        />
      )}
      {tool.source === 'mcp' ? <McpTool {...props} /> : <Endpoint {...props} />}
    </>
  );
};

/** Choosing a tool copies its description and its schema: later changes of the server do not affect the agent. */
function McpTool({ tool, servers, faultOf, onChange }: ToolFieldsProps) {
  const tools = servers.find(({ uuid }) => uuid === tool.mcpServer)?.tools.filter(({ problem }) => problem === null);
  const choose = (name: string): void => {
    const chosen = tools?.find((each) => each.name === name);
    if (chosen === undefined) return onChange({ mcpTool: name });
    onChange({
      mcpTool: name,
      name: name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64),
      description: chosen.description,
      effect: chosen.read_only ? 'read' : 'write',
      ...parametersOf(chosen.parameters),
    });
  };
  return (
    <>
      <NativeSelect
        label={t('MCP server')}
        value={tool.mcpServer}
        error={faultOf('mcp.server_uuid')}
        onChange={({ currentTarget }) => onChange({ mcpServer: currentTarget.value, mcpTool: '' })}
        data={[{ value: '', label: t('Choose…') }, ...servers.map(({ uuid, name }) => ({ value: uuid, label: name }))]}
        required
        withAsterisk={false}
      />
      <NativeSelect
        label={t('Tool of the server')}
        description={t('Its description and its parameters are copied.')}
        value={tool.mcpTool}
        error={faultOf('mcp.tool')}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[{ value: '', label: t('Choose…') }, ...namesOf(tools, tool.mcpTool)]}
        required
        withAsterisk={false}
      />
    </>
  );
}

/** Includes the chosen tool, although the server may no longer offer it. */
const namesOf = (tools: readonly { readonly name: string }[] | undefined, chosen: string): readonly string[] => [
  ...new Set([...(tools ?? []).map(({ name }) => name), ...(chosen === '' ? [] : [chosen])]),
];

const Endpoint = ({ tool, secrets, faultOf, onChange }: ToolFieldsProps) => (
  <>
    <NativeSelect
      label={t('Method')}
      value={tool.method}
      onChange={({ currentTarget }) => onChange({ method: currentTarget.value as ToolDraft['method'] })}
      data={methods}
    />
    <TextInput
      label={t('Address')}
      description={t('Begins with https://; the path may contain parameters.')}
      placeholder="https://example.com/orders/{{number}}"
      type="text"
      value={tool.endpoint}
      error={faultOf('endpoint')}
      onChange={({ currentTarget }) => onChange({ endpoint: currentTarget.value })}
      maxLength={2048}
      required
      withAsterisk={false}
      autoComplete="off"
      spellCheck={false}
    />
    <NamedValues
      title={t('Query')}
      hint={t('Added to the address. A value may contain parameters and secrets.')}
      texts={queryTexts}
      rows={tool.query}
      secrets={secrets}
      fault={faultOf('query')}
      onChange={(query) => onChange({ query })}
    />
    <NamedValues
      title={t('Headers')}
      hint={t('A header with a credential names a secret.')}
      texts={headerTexts}
      rows={tool.headers}
      secrets={secrets}
      fault={faultOf('headers')}
      onChange={(headers) => onChange({ headers })}
    />
  </>
);
