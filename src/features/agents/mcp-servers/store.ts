import { asc, eq, type InferSelectModel } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import type { ListedTool } from './schema.ts';

type Row = InferSelectModel<Tables['mcpServers']>;

export interface McpServer {
  readonly uuid: string;
  readonly name: string;
  readonly url: string;
  /** Templates. */
  readonly headers: Readonly<Record<string, string>>;
  readonly tools: readonly ListedTool[];
  readonly listedAt: string | null;
  readonly lastError: string;
  readonly createdAt: string;
}

export interface McpServerStore {
  /** By name. */
  list(organisation: OrganisationId): Promise<McpServer[]>;
  get(organisation: OrganisationId, uuid: string): Promise<McpServer | undefined>;
  /** Returns false, and adds nothing, if the organisation has `most`. */
  add(organisation: OrganisationId, server: McpServer, most: number): Promise<boolean>;
  /** Returns undefined if the server does not exist. */
  update(organisation: OrganisationId, uuid: string, set: Partial<McpServer>): Promise<McpServer | undefined>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
}

export function createMcpServerStore(database: Database): McpServerStore {
  const { mcpServers } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const own = (uuid: string) => eq(mcpServers.uuid, uuid);
  return {
    async list(organisation) {
      return (await of(organisation).read.select(mcpServers, undefined, { orderBy: [asc(mcpServers.name)] })).map(
        toServer,
      );
    },
    async get(organisation, uuid) {
      return (await of(organisation).read.select(mcpServers, own(uuid))).map(toServer)[0];
    },
    add: (organisation, server, most) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(mcpServers)) >= most) return false;
        await queries.insert(mcpServers, [server]);
        return true;
      }),
    update: (organisation, uuid, set) =>
      of(organisation).tx(async (queries) => {
        if (Object.keys(set).length > 0) await queries.update(mcpServers, set, own(uuid));
        return (await queries.select(mcpServers, own(uuid))).map(toServer)[0];
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(mcpServers, own(uuid))) > 0),
  };
}

const toServer = ({ organisationId: _, headers, tools, ...row }: Row): McpServer => ({
  ...row,
  headers: headers as McpServer['headers'],
  tools: tools as McpServer['tools'],
});
