import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { oneLine } from '../../../http/fields.ts';
import { type Fetch, sentenceOf } from '../../../http-client/index.ts';

/** How to reach a server. */
export interface McpConnection {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: Fetch;
  readonly version: string;
  readonly timeoutMs: number;
}

/** A tool as its server describes it. */
export interface DescribedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly isReading: boolean;
}

export type McpResult<Value> = { readonly value: Value } | { readonly trouble: string };

const mostPages = 10;
const mostTools = 200;

/** Returns the tools of a server, at most 200. */
export const listTools = (connection: McpConnection): Promise<McpResult<readonly DescribedTool[]>> =>
  connected(connection, async (client, limits) => {
    const tools: DescribedTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < mostPages && tools.length < mostTools; page++) {
      // Not `client.listTools`, which compiles the schemas.
      const params = cursor === undefined ? {} : { cursor };
      const listed = await client.request({ method: 'tools/list', params }, ListToolsResultSchema, limits());
      for (const { name, description = '', inputSchema, annotations } of listed.tools)
        tools.push({ name, description, parameters: inputSchema, isReading: annotations?.readOnlyHint === true });
      cursor = listed.nextCursor;
      if (cursor === undefined) break;
    }
    return tools.slice(0, mostTools);
  });

/** Calls a tool, and returns its answer as text. `ok` is false if the server reports a failure of the tool. */
export const callTool = (
  connection: McpConnection,
  name: string,
  args: Readonly<Record<string, unknown>>,
): Promise<McpResult<{ readonly ok: boolean; readonly text: string }>> =>
  connected(connection, async (client, limits) => {
    const params = { name, arguments: { ...args } };
    const answer = await client.request({ method: 'tools/call', params }, CallToolResultSchema, limits());
    const texts = answer.content.flatMap((part) => {
      if (part.type === 'text') return [part.text];
      if (part.type === 'resource' && 'text' in part.resource) return [part.resource.text];
      return [`(${part.type})`];
    });
    const { structuredContent } = answer;
    const text =
      texts.length > 0 || structuredContent === undefined ? texts.join('\n') : JSON.stringify(structuredContent);
    return { ok: answer.isError !== true, text };
  });

interface Limits {
  readonly timeout: number;
  readonly maxTotalTimeout: number;
  readonly signal: AbortSignal;
}

async function connected<Value>(
  { url, headers, fetch, version, timeoutMs }: McpConnection,
  use: (client: Client, limits: () => Limits) => Promise<Value>,
): Promise<McpResult<Value>> {
  const signal = AbortSignal.timeout(timeoutMs);
  const broken = new AbortController();
  // Each request adds a listener to its signal.
  const limits = (): Limits => ({
    timeout: timeoutMs,
    maxTotalTimeout: timeoutMs,
    signal: AbortSignal.any([signal, broken.signal]),
  });
  const client = new Client({ name: 'Parley', version });
  // An answer that breaks off is reported here only, and its request would wait for the rest.
  client.onerror = (error) => broken.abort(error);
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: withoutStandingStream(fetch),
    requestInit: { headers: { ...headers } },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 1000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  try {
    // The declaration of the transport is not exact about an optional session id.
    await client.connect(transport as Parameters<Client['connect']>[0], limits());
    return { value: await use(client, limits) };
  } catch (error) {
    return {
      trouble: signal.aborted
        ? 'The server did not respond in time.'
        : troubleOf(broken.signal.aborted ? broken.signal.reason : error),
    };
  } finally {
    await transport.terminateSession().catch(() => {});
    await client.close().catch(() => {});
  }
}

/** A server may send messages of its own over a stream that stays open; none of them is needed here. */
const withoutStandingStream =
  (fetch: Fetch): Fetch =>
  async (url, init) =>
    init?.method === 'GET' ? new Response(null, { status: 405 }) : fetch(url, init);

const maxTroubleChars = 300;

/** Returns a sentence for the owner of the server. */
function troubleOf(error: unknown): string {
  const cause = (error as { cause?: unknown } | null)?.cause ?? error;
  if (cause !== null && typeof cause === 'object' && 'code' in cause && typeof cause.code === 'string')
    return sentenceOf(cause);
  const message = oneLine(error instanceof Error ? error.message : String(error)).slice(0, maxTroubleChars);
  return `The server does not answer as an MCP server: ${message}`;
}
