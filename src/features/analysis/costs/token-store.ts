import { eq, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';

/** What the calls of an agent used of a language model. */
export interface TokenUse {
  /** Null for calls without an agent. */
  readonly agentUuid: string | null;
  /** Null if the agent was deleted. */
  readonly agentName: string | null;
  /** Uuid of a connection that exists; null for one that was deleted, and for the models of the server. */
  readonly connectionUuid: string | null;
  /** Name of the connection, or of the model without one. */
  readonly model: string;
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Requests whose tokens the server did not report. */
  readonly unreported: number;
}

export interface TokenUses {
  readonly uses: readonly TokenUse[];
  /** Of all, also of those that are left out. */
  readonly total: number;
}

interface Span {
  /** Inclusive. */
  readonly from: string;
  /** Exclusive. */
  readonly to: string;
}

const mostUses = 200;

export interface TokenStore {
  /** Returns the tokens of calls that began in this time, by agent and model, the most first, at most `mostUses`. */
  used(organisation: OrganisationId, span: Span): Promise<TokenUses>;
}

export function createTokenStore(database: Database): TokenStore {
  const { callUsage, calls, modelConnections, voiceAgents } = database.tables;
  return {
    async used(organisation, { from, to }) {
      const { read } = forOrganisation(database, organisation);
      const sumOf = (column: typeof callUsage.promptTokens): SQL => sql`sum(${column})`;
      const statement = sql`
        SELECT used.*, ${voiceAgents.name} AS agent_name, ${modelConnections.uuid} AS connection_uuid,
          coalesce(${modelConnections.name}, used.name) AS model, count(*) OVER () AS total
        FROM (
          SELECT ${calls.voiceAgentUuid} AS agent_uuid, ${callUsage.service} AS service, max(${callUsage.name}) AS name,
            count(*) AS calls, ${sumOf(callUsage.promptTokens)} AS prompt_tokens,
            ${sumOf(callUsage.completionTokens)} AS completion_tokens, ${sumOf(callUsage.uncounted)} AS unreported
          FROM ${calls} JOIN ${callUsage}
            ON ${read.own(callUsage, sql`${callUsage.callUuid} = ${calls.uuid} AND ${callUsage.part} = 'language_model'`)}
          WHERE ${read.own(calls, sql`${calls.createdAt} >= ${from} AND ${calls.createdAt} < ${to}`)}
          GROUP BY 1, 2
        ) AS used
        LEFT JOIN ${voiceAgents} ON ${read.own(voiceAgents, eq(voiceAgents.uuid, sql`used.agent_uuid`))}
        LEFT JOIN ${modelConnections} ON ${read.own(modelConnections, eq(modelConnections.uuid, sql`used.service`))}
        ORDER BY used.prompt_tokens + used.completion_tokens DESC, used.service, used.agent_uuid
        LIMIT ${sql.raw(String(mostUses))}`;
      const rows = await database.system.slowRows<Record<string, string | number | null>>(statement, organisation);
      return { uses: rows.map(useOf), total: Number(rows[0]?.total ?? 0) };
    },
  };
}

const textOf = (value: string | number | null | undefined): string | null => (value == null ? null : String(value));

const useOf = (row: Readonly<Record<string, string | number | null>>): TokenUse => ({
  agentUuid: textOf(row.agent_uuid),
  agentName: textOf(row.agent_name),
  connectionUuid: textOf(row.connection_uuid),
  model: String(row.model),
  calls: Number(row.calls),
  promptTokens: Number(row.prompt_tokens),
  completionTokens: Number(row.completion_tokens),
  unreported: Number(row.unreported),
});
