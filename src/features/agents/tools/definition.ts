/** A tool as its agent defines it. */
export interface CallTool {
  readonly name: string;
  /** JSON schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Template of an `https://` URL of a public address; checked again on each call. Null for a tool of an MCP server. */
  readonly endpoint: string | null;
  readonly method: ToolMethod;
  /** Templates by name. */
  readonly query: Readonly<Record<string, string>>;
  /** Templates by name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  readonly effect: 'read' | 'write';
  /** Characters of the answer that reach the model. */
  readonly result_chars: number;
  readonly mcp: { readonly server_uuid: string; readonly tool: string } | null;
}

export const toolMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ToolMethod = (typeof toolMethods)[number];

/** Returns every template of a tool. */
export const templatesOf = ({ endpoint, query, headers }: Pick<CallTool, 'endpoint' | 'query' | 'headers'>) => [
  ...(endpoint === null ? [] : [endpoint]),
  ...Object.values(query),
  ...Object.values(headers),
];
