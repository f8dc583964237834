import { asc, desc, eq, ne, sql } from 'drizzle-orm';
import { type CallPart, type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { createCostSql } from './cost-sql-store.ts';
import { serviceName } from './service-names.ts';

export interface Price {
  readonly uuid: string;
  readonly part: CallPart;
  readonly service: string;
  readonly direction: 'inbound' | 'outbound' | '';
  readonly validFrom: string;
  readonly currency: string;
  readonly perMinute: number | null;
  readonly stepSeconds: number;
  readonly perMillionPromptTokens: number | null;
  readonly perMillionCompletionTokens: number | null;
  readonly perMillionCharacters: number | null;
}

/** A service that calls used without a price. */
export interface Unpriced {
  readonly part: CallPart;
  readonly service: string;
  readonly name: string;
  readonly direction: 'inbound' | 'outbound' | '';
  readonly calls: number;
}

export type PriceRefusal = 'exists' | 'too_many' | 'other_currency';

export interface PriceStore {
  /** Ordered by part, service and direction, the newest first. */
  list(organisation: OrganisationId): Promise<Price[]>;
  /** Names of services by service: of connections to language models their present ones, of others with a price those in calls. */
  names(organisation: OrganisationId): Promise<ReadonlyMap<string, string>>;
  /** Returns what calls since then used without a price, the most frequent first, at most 50. */
  unpriced(organisation: OrganisationId, since: string): Promise<Unpriced[]>;
  add(organisation: OrganisationId, price: Price, at: string): Promise<PriceRefusal | undefined>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
}

export const mostPrices = 500;
const mostUnpriced = 50;

export function createPriceStore(database: Database): PriceStore {
  const { callUsage, calls, modelConnections, prices } = database.tables;
  const costSql = createCostSql(database);
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    list: (organisation) =>
      of(organisation).read.select(prices, undefined, {
        orderBy: [asc(prices.part), asc(prices.service), asc(prices.direction), desc(prices.validFrom)],
      }),
    async names(organisation) {
      const { read } = of(organisation);
      const isSame = read.own(callUsage, eq(callUsage.service, prices.service));
      const name = sql<string | null>`(SELECT max(${callUsage.name}) FROM ${callUsage} WHERE ${isSame})`;
      const rows = await read.system
        .selectDistinct({ service: prices.service, name })
        .from(prices)
        .where(read.own(prices));
      const connections = await read.pick(modelConnections, {
        uuid: modelConnections.uuid,
        name: modelConnections.name,
      });
      return new Map([
        ...rows.flatMap((row) => (row.name === null ? [] : [[row.service, row.name] as const])),
        ...connections.map(({ uuid, name }) => [uuid, name] as const),
      ]);
    },
    async unpriced(organisation, since) {
      const { read } = of(organisation);
      const recent = sql`${calls.createdAt} >= ${since}`;
      const statement = sql`
        SELECT priced.part AS part, priced.service AS service, max(priced.name) AS name, priced.direction AS direction,
          count(*) AS calls
        FROM (${costSql.parts(read, recent)}) AS priced WHERE priced.amount IS NULL
        GROUP BY 1, 2, 4 ORDER BY calls DESC, 1, 2, 4 LIMIT ${sql.raw(String(mostUnpriced))}`;
      const rows = await database.system.slowRows<Record<string, unknown>>(statement, organisation);
      return rows.map((row) => ({
        part: row.part as CallPart,
        service: String(row.service),
        name: serviceName(row.part as CallPart, String(row.service), String(row.name)),
        direction: row.direction as Unpriced['direction'],
        calls: Number(row.calls),
      }));
    },
    add: (organisation, price, createdAt) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(prices)) >= mostPrices) return 'too_many';
        if ((await queries.count(prices, ne(prices.currency, price.currency))) > 0) return 'other_currency';
        return (await queries.insertNew(prices, [{ ...price, createdAt }])) === 0 ? 'exists' : undefined;
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(prices, eq(prices.uuid, uuid))) > 0),
  };
}
