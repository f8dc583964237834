import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { visibleLines } from '../../../http/fields.ts';
import type { HttpClient } from '../../../http-client/index.ts';
import { fillTemplate, type McpCaller, maskerOf, type SecretReader, secretsIn } from '../tools/index.ts';
import { callTool, type DescribedTool, listTools, type McpConnection } from './client.ts';
import type { ListedTool, NewServerBody, ServerPatchBody } from './schema.ts';
import type { McpServer, McpServerStore } from './store.ts';

export interface McpServersOptions {
  readonly store: McpServerStore;
  readonly httpClient: Pick<HttpClient, 'refusal' | 'fetchWithin'>;
  readonly secretsOf: SecretReader;
  /** Returns the first of these secrets that does not exist. */
  readonly unknownSecret: (organisation: OrganisationId, names: readonly string[]) => Promise<string | undefined>;
  /** Returns what is wrong with the schema of arguments, as the rest of a sentence; undefined if an agent can use it. */
  readonly schemaTrouble: (parameters: unknown) => string | undefined;
  readonly version: string;
  readonly now: () => Date;
}

export type ServerResult = McpServer | { readonly refused: string } | 'too_many' | 'unknown';

/** MCP servers of an organisation, whose tools its agents can use. */
export interface McpServers {
  list: McpServerStore['list'];
  get: McpServerStore['get'];
  /** Stores a server, and lists its tools. A server that cannot be reached is stored with the reason. */
  add(organisation: OrganisationId, body: NewServerBody): Promise<ServerResult>;
  change(organisation: OrganisationId, uuid: string, body: ServerPatchBody): Promise<ServerResult>;
  /** Lists the tools again. Agents keep the descriptions that they were saved with. */
  refresh(organisation: OrganisationId, uuid: string): Promise<McpServer | undefined>;
  remove: McpServerStore['remove'];
  call: McpCaller;
}

export const mostServers = 20;
const listLimits = { deadlineMs: 15_000, maxBytes: 2 * 1024 * 1024 };
const maxCallBytes = 256 * 1024;

export function createMcpServers(options: McpServersOptions): McpServers {
  const { store, httpClient, secretsOf, unknownSecret, version, now } = options;

  async function refusalOf(
    organisation: OrganisationId,
    { url, headers }: ServerPatchBody,
  ): Promise<string | undefined> {
    const secret = await unknownSecret(organisation, secretsIn(Object.values(headers ?? {})));
    if (secret !== undefined) return `body headers: the secret ${secret} does not exist. Store it first.`;
    const refusal = url === undefined ? undefined : await httpClient.refusal(url);
    return refusal === undefined ? undefined : `body url: ${refusal}.`;
  }

  /** Returns how to reach a server, with the values of its secrets. */
  async function connectionTo(
    organisation: OrganisationId,
    { url, headers }: McpServer,
    limits: Parameters<HttpClient['fetchWithin']>[0],
  ): Promise<
    { readonly connection: McpConnection; readonly masked: (text: string) => string } | { readonly trouble: string }
  > {
    const read = await secretsOf(organisation, secretsIn(Object.values(headers)));
    if ('detail' in read) return { trouble: read.detail };
    const values = { args: {}, secrets: read.values };
    const filled = Object.entries(headers).map(([name, text]) => [name, fillTemplate(text, values, (value) => value)]);
    const connection = {
      url,
      headers: Object.fromEntries(filled),
      fetch: httpClient.fetchWithin(limits),
      version,
      timeoutMs: limits.deadlineMs,
    };
    return { connection, masked: maskerOf(read.values) };
  }

  async function listed(organisation: OrganisationId, server: McpServer): Promise<McpServer | undefined> {
    const to = await connectionTo(organisation, server, listLimits);
    const result = 'trouble' in to ? to : await listTools(to.connection);
    const masked = 'trouble' in to ? (text: string) => text : to.masked;
    if ('trouble' in result) return store.update(organisation, server.uuid, { lastError: masked(result.trouble) });
    const tools = snapshotOf(result.value, options.schemaTrouble);
    return store.update(organisation, server.uuid, { tools, listedAt: now().toISOString(), lastError: '' });
  }

  return {
    list: store.list,
    get: store.get,
    async add(organisation, { name, url, headers }) {
      const refused = await refusalOf(organisation, { url, headers });
      if (refused !== undefined) return { refused };
      const blank = { tools: [], listedAt: null, lastError: '' };
      const server = { ...blank, uuid: randomUUID(), name, url, headers, createdAt: now().toISOString() };
      if (!(await store.add(organisation, server, mostServers))) return 'too_many';
      return (await listed(organisation, server)) ?? 'unknown';
    },
    async change(organisation, uuid, body) {
      const refused = await refusalOf(organisation, body);
      if (refused !== undefined) return { refused };
      const changed = await store.update(organisation, uuid, body);
      if (changed === undefined) return 'unknown';
      const isSameServer = body.url === undefined && body.headers === undefined;
      return isSameServer ? changed : ((await listed(organisation, changed)) ?? 'unknown');
    },
    async refresh(organisation, uuid) {
      const server = await store.get(organisation, uuid);
      return server && listed(organisation, server);
    },
    remove: store.remove,
    async call(organisation, { server_uuid: uuid, tool, args, timeoutMs }) {
      const server = await store.get(organisation, uuid);
      if (server === undefined) return { ok: false, result: 'The MCP server of this tool no longer exists.' };
      const to = await connectionTo(organisation, server, { deadlineMs: timeoutMs, maxBytes: maxCallBytes });
      if ('trouble' in to) return { ok: false, result: to.trouble };
      const result = await callTool(to.connection, tool, args);
      if ('trouble' in result)
        return { ok: false, result: to.masked(`The request to ${server.name} failed. ${result.trouble}`) };
      return { ok: result.value.ok, result: to.masked(result.value.text) };
    },
  };
}

const maxNameCharacters = 128;
const maxDescriptionCharacters = 1000;

/** Returns the tools for storage. One that no agent can use keeps its name and the reason. */
function snapshotOf(tools: readonly DescribedTool[], schemaTrouble: McpServersOptions['schemaTrouble']): ListedTool[] {
  const names = new Set<string>();
  return tools.map(({ name, description, parameters, isReading }) => {
    const isLong = name.length > maxNameCharacters;
    const trouble = names.has(name)
      ? 'has the name of another tool of the server'
      : isLong
        ? `has a name of more than ${maxNameCharacters} characters`
        : schemaTrouble(parameters);
    names.add(name);
    return {
      name: name.slice(0, maxNameCharacters),
      description: visibleLines(description).slice(0, maxDescriptionCharacters),
      parameters: trouble === undefined ? parameters : {},
      read_only: isReading,
      problem: trouble === undefined ? null : `The tool ${trouble}.`,
    };
  });
}
