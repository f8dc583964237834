import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import type { Database, OrganisationId } from '../../data/index.ts';
import { createAgentStore, schemaTrouble } from '../../features/agents/agents/index.ts';
import {
  createMcpServerStore,
  createMcpServers,
  registerMcpServerRoutes,
} from '../../features/agents/mcp-servers/index.ts';
import { createSecretStore, createSecrets, registerSecretRoutes } from '../../features/agents/secrets/index.ts';
import {
  type CallTool,
  createToolExecution,
  sampleUrl,
  secretsIn,
  signingSecret,
  templatesOf,
} from '../../features/agents/tools/index.ts';
import { createHttpClient } from '../../http-client/index.ts';
import type { Log } from '../../log.ts';
import { openSettings } from '../platform/settings.ts';

export interface ToolSourcesOptions {
  readonly config: Pick<Config, 'accounts' | 'data' | 'webhooks' | 'version'>;
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

/** Opens what tools of agents use: secrets, MCP servers, and requests to endpoints. */
export function openToolSources({ config, database, log, now }: ToolSourcesOptions) {
  const agents = createAgentStore(database);
  const httpClient = createHttpClient(config.webhooks);
  const secrets = createSecrets({
    store: createSecretStore(database),
    settings: openSettings(database, { config, log, now }),
    now,
    onTrouble: (error) => log.warn({ err: error }, 'failed to store the use of a secret'),
  });
  const { version } = config;
  const servers = createMcpServers({
    store: createMcpServerStore(database),
    httpClient,
    secretsOf: secrets.valuesOf,
    unknownSecret: secrets.unknownAmong,
    schemaTrouble,
    version,
    now,
  });

  /** Groups the names of users by what they use. */
  const grouped = (uses: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> => {
    const users = new Map<string, string[]>();
    for (const [used, user] of uses) users.set(used, [...new Set([...(users.get(used) ?? []), user])]);
    return users;
  };
  const usersOfSecrets = async (organisation: OrganisationId) => {
    const ofAgents = (await agents.all(organisation)).flatMap(({ name, tools }) =>
      secretsIn(tools.flatMap(templatesOf)).map((secret) => [secret, `the agent ${name}`] as const),
    );
    const ofServers = (await servers.list(organisation)).flatMap(({ name, headers }) =>
      secretsIn(Object.values(headers)).map((secret) => [secret, `the MCP server ${name}`] as const),
    );
    return grouped([...ofAgents, ...ofServers]);
  };
  const usersOfServers = async (organisation: OrganisationId) =>
    grouped(
      (await agents.all(organisation)).flatMap(({ name, tools }) =>
        tools.flatMap(({ mcp }) => (mcp === null ? [] : [[mcp.server_uuid, name] as const])),
      ),
    );

  return {
    execute: createToolExecution({ httpClient, secretsOf: secrets.valuesOf, callMcp: servers.call, version, now }),
    /** Reads what a tool needs of the database, without carrying it out. */
    async rehearseTool(organisation: OrganisationId, tool: CallTool): Promise<void> {
      const server = tool.mcp === null ? undefined : await servers.get(organisation, tool.mcp.server_uuid);
      const templates = [...templatesOf(tool), ...Object.values(server?.headers ?? {})];
      await Promise.all([
        secrets.read(organisation, secretsIn(templates)),
        secrets.read(organisation, [signingSecret]),
      ]);
    },
    /** Returns what is wrong with a tool, as its field and the rest of a sentence; undefined if nothing is. */
    async toolRefusal(organisation: OrganisationId, tool: CallTool): Promise<string | undefined> {
      const secret = await secrets.unknownAmong(organisation, secretsIn(templatesOf(tool)));
      if (secret !== undefined)
        return `${placeOf(tool, secret)}: the secret ${secret} does not exist. An admin can store it under Secrets`;
      if (tool.mcp !== null) {
        const server = await servers.get(organisation, tool.mcp.server_uuid);
        if (server === undefined) return 'mcp.server_uuid: must be an MCP server of the organisation';
        const offered = server.tools.find(({ name }) => name === tool.mcp?.tool);
        return offered === undefined ? `mcp.tool: ${server.name} does not offer this tool` : undefined;
      }
      const refusal = await httpClient.refusal(sampleUrl(tool.endpoint ?? ''));
      return refusal === undefined ? undefined : `endpoint: ${refusal}`;
    },
    routes(app: FastifyInstance) {
      registerSecretRoutes(app, { secrets, usersOf: usersOfSecrets });
      registerMcpServerRoutes(app, { servers, usersOf: usersOfServers });
    },
  };
}

/** Returns the first field of the tool that names the secret. */
function placeOf({ headers, query }: CallTool, secret: string): string {
  const isIn = (text: string): boolean => secretsIn([text]).includes(secret);
  for (const [field, templates] of Object.entries({ headers, query }))
    for (const [name, text] of Object.entries(templates)) if (isIn(text)) return `${field}.${name}`;
  return 'endpoint';
}
