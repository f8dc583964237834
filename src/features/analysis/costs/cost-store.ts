import { eq, inArray } from 'drizzle-orm';
import { type CallPart, type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { createCostSql } from './cost-sql-store.ts';
import { serviceName } from './service-names.ts';

/** A service that a call used. */
export interface CostPart {
  readonly part: CallPart;
  readonly service: string;
  readonly name: string;
  readonly direction: 'inbound' | 'outbound' | '';
  readonly ms: number;
  /** Null without a price. */
  readonly billedMs: number | null;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly characters: number;
  /** What the call used of the service and nobody measured. */
  readonly uncounted: number;
  readonly amount: number | null;
}

export interface CallCost {
  /** Null if a part has no price. */
  readonly amount: number | null;
  /** Whether more was used than was measured. */
  readonly isAtLeast: boolean;
}

export interface CostStore {
  /** Returns the currency of the prices; null without prices. */
  currency(organisation: OrganisationId): Promise<string | null>;
  /** Returns the costs of finished calls since the first price, by uuid. */
  ofCalls(organisation: OrganisationId, uuids: readonly string[]): Promise<ReadonlyMap<string, CallCost>>;
  partsOf(organisation: OrganisationId, uuid: string): Promise<CostPart[]>;
}

export function createCostStore(database: Database): CostStore {
  const { calls, prices } = database.tables;
  const costSql = createCostSql(database);
  const reads = (organisation: OrganisationId) => forOrganisation(database, organisation).read;
  return {
    async currency(organisation) {
      const [price] = await reads(organisation).pick(prices, { currency: prices.currency }, undefined, { limit: 1 });
      return price?.currency ?? null;
    },
    async ofCalls(organisation, uuids) {
      if (uuids.length === 0) return new Map();
      const read = reads(organisation);
      const amounts = costSql.amounts(read, inArray(calls.uuid, [...uuids]));
      const rows = await read.system.rows<Record<string, unknown>>(amounts);
      return new Map(
        rows.map((row) => [
          String(row.call_uuid),
          { amount: numberOf(row.amount), isAtLeast: Number(row.uncounted) > 0 },
        ]),
      );
    },
    async partsOf(organisation, uuid) {
      const read = reads(organisation);
      const rows = await read.system.rows<Record<string, unknown>>(costSql.parts(read, eq(calls.uuid, uuid)));
      return rows.map(partOf);
    },
  };
}

const partOf = (row: Readonly<Record<string, unknown>>): CostPart => ({
  part: row.part as CallPart,
  service: String(row.service),
  name: serviceName(row.part as CallPart, String(row.service), String(row.name)),
  direction: row.direction as CostPart['direction'],
  ms: Number(row.ms),
  billedMs: numberOf(row.billed_ms),
  promptTokens: Number(row.prompt_tokens),
  completionTokens: Number(row.completion_tokens),
  characters: Number(row.characters),
  uncounted: Number(row.uncounted),
  amount: numberOf(row.amount),
});

const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));
