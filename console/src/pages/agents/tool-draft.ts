import { t } from '../../language/text.ts';
import type { Agent, AgentBody } from '../../server/answers.ts';
import { freshKey } from '../../shared/form/fresh-key.ts';
import { objectIn } from '../../shared/form/json-object.ts';
import { type NamedValue, type ParameterRow, parameterRowsOf, schemaOf } from './parameter-rows.ts';

type Tool = Agent['tools'][number];
type ToolBody = NonNullable<AgentBody['tools']>[number];

/** An unsaved tool. */
export interface ToolDraft {
  /** Distinguishes drafts with the same name. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly source: 'endpoint' | 'mcp';
  readonly endpoint: string;
  readonly mcpServer: string;
  readonly mcpTool: string;
  readonly method: Tool['method'];
  readonly query: readonly NamedValue[];
  readonly headers: readonly NamedValue[];
  readonly effect: Tool['effect'];
  readonly announce: 'auto' | 'none' | 'text';
  readonly announcement: string;
  readonly timeoutSeconds: number | string;
  readonly resultChars: number | string;
  /** Undefined if the schema contains more than rows can show; `schema` is then edited as text. */
  readonly parameters: readonly ParameterRow[] | undefined;
  readonly schema: string;
}

const plain = {
  source: 'endpoint',
  endpoint: 'https://',
  mcpServer: '',
  mcpTool: '',
  method: 'POST',
  query: [],
  headers: [],
  effect: 'write',
  announce: 'auto',
  announcement: '',
  timeoutSeconds: 6,
  resultChars: 2000,
  parameters: [],
  schema: '',
} as const satisfies Omit<ToolDraft, 'key' | 'name' | 'description'>;

export const newTool = (): ToolDraft => ({ ...plain, key: freshKey(), name: '', description: '' });

export const toolDraftOf = (tool: Tool): ToolDraft => ({
  key: tool.name,
  name: tool.name,
  description: tool.description,
  source: tool.mcp === null ? 'endpoint' : 'mcp',
  endpoint: tool.endpoint ?? plain.endpoint,
  mcpServer: tool.mcp?.server_uuid ?? '',
  mcpTool: tool.mcp?.tool ?? '',
  method: tool.method,
  query: rowsOf(tool.query),
  headers: rowsOf(tool.headers),
  effect: tool.effect,
  announce: tool.announce === 'auto' || tool.announce === 'none' ? tool.announce : 'text',
  announcement: tool.announce === 'auto' || tool.announce === 'none' ? '' : tool.announce,
  timeoutSeconds: tool.timeout_ms / 1000,
  resultChars: tool.result_chars,
  ...parametersOf(tool.parameters),
});

/** Returns the fields of a draft for this schema. */
export const parametersOf = (schema: Readonly<Record<string, unknown>>) => ({
  parameters: parameterRowsOf(schema),
  schema: JSON.stringify(schema, null, 2),
});

const rowsOf = (values: Readonly<Record<string, string>>): readonly NamedValue[] =>
  Object.entries(values).map(([name, value]) => ({ key: freshKey(), name, value }));
const valuesOf = (rows: readonly NamedValue[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ name, value }) => [name.trim(), value]));

/** Returns the tool for the request, or a message about its schema. */
export function toolBodyOf(draft: ToolDraft): ToolBody | { readonly trouble: string } {
  const parameters = draft.parameters === undefined ? objectIn(draft.schema) : schemaOf(draft.parameters);
  if (parameters === undefined)
    return { trouble: t('The parameters of the tool “{name}” are not a JSON object.', { name: draft.name }) };
  const { name, description, effect, announce, announcement } = draft;
  const common = {
    name,
    description,
    parameters,
    effect,
    announce: announce === 'text' ? announcement : announce,
    timeout_ms: Math.round(Number(draft.timeoutSeconds) * 1000),
    result_chars: Number(draft.resultChars),
  };
  if (draft.source === 'mcp')
    return { ...common, endpoint: null, mcp: { server_uuid: draft.mcpServer, tool: draft.mcpTool } };
  const { endpoint, method, query, headers } = draft;
  return { ...common, endpoint, mcp: null, method, query: valuesOf(query), headers: valuesOf(headers) };
}

/** The fields of a tool that the form can mark. */
export const toolFields = [
  'name',
  'description',
  'endpoint',
  'parameters',
  'mcp.server_uuid',
  'mcp.tool',
  'headers',
  'query',
  'announce',
  'timeout_ms',
  'result_chars',
] as const;
