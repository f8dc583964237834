import { and, eq, isNotNull, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database, TenantQueries } from '../../../data/index.ts';
import { websiteLines } from '../../calls/index.ts';

type Reads = Pick<TenantQueries, 'own' | 'system'>;

/** Sums of fractions such as 0.1 and 0.2 are not exact. Rounded to ten decimals, they equal the number that people enter. */
const rounded = (amount: SQL): SQL => sql`round((${amount}) * 1e10) / 1e10`;

/** What calls cost, as SQL, from what is stored of them and the prices that were valid when they began. */
export interface CostSql {
  /**
   * Returns the parts of finished calls: `call_uuid`, `part`, `service`, `name`, `direction`, `ms`, `billed_ms`, tokens,
   * `characters`, `uncounted`, and the `amount`, which is null without a price. `where`: a condition on `calls`.
   */
  parts(read: Reads, where?: SQL): SQL;
  /**
   * Returns `call_uuid`, `amount` and `uncounted` of finished calls since the first price. The amount is null if a part
   * has no price.
   */
  amounts(read: Reads, where?: SQL): SQL;
}

export function createCostSql({ tables }: Pick<Database, 'tables'>): CostSql {
  const { calls, callUsage, phones, prices, transfers } = tables;

  /** A second leg of the provider is not measured: to a teammate who makes the call, or to one who takes it over. */
  const hasOtherLeg = sql`${calls.agentUserUuid} IS NOT NULL OR EXISTS (SELECT 1 FROM ${transfers}
    WHERE ${transfers.callUuid} = ${calls.uuid} AND ${transfers.joinedAt} IS NOT NULL)`;
  /** A telephone of this server calls without a provider. Callers of a trunk may have short numbers, too. */
  const isOwnPhone = sql`EXISTS (SELECT 1 FROM ${phones}
    WHERE ${phones.organisationId} = ${calls.organisationId} AND ${phones.extension} = ${calls.fromNumber})`;
  const usesProvider = sql`${calls.callType} <> 'test' AND ${notInArray(calls.dialect, [...websiteLines])} AND ${calls.durationMs} > 0
    AND NOT (${calls.dialect} = 'sip' AND ${calls.callType} = 'inbound' AND ${isOwnPhone})`;

  const used = (read: Reads, where?: SQL): SQL => sql`
    SELECT ${calls.organisationId} AS organisation_id, ${calls.uuid} AS call_uuid, ${calls.createdAt} AS at,
      'telephony' AS part, ${calls.dialect} AS service, ${calls.dialect} AS name, ${calls.callType} AS direction,
      ${calls.durationMs} AS ms, 0 AS prompt_tokens, 0 AS completion_tokens, 0 AS characters,
      CASE WHEN ${hasOtherLeg} THEN 1 ELSE 0 END AS uncounted
    FROM ${calls} WHERE ${read.own(calls, and(isNotNull(calls.endedAt), usesProvider, where))}
    UNION ALL
    SELECT ${calls.organisationId}, ${calls.uuid}, ${calls.createdAt}, ${callUsage.part}, ${callUsage.service},
      ${callUsage.name}, '', ${callUsage.ms}, ${callUsage.promptTokens}, ${callUsage.completionTokens},
      ${callUsage.characters}, ${callUsage.uncounted}
    FROM ${calls} JOIN ${callUsage} ON ${read.own(callUsage, eq(callUsage.callUuid, calls.uuid))}
    WHERE ${read.own(calls, and(isNotNull(calls.endedAt), where))}`;

  const stepMs = sql`(${prices.stepSeconds} * 1000)`;
  const billedMs = sql`(used.ms + ${stepMs} - 1) / ${stepMs} * ${stepMs}`;
  const amount = sql`CASE WHEN ${prices.uuid} IS NOT NULL THEN ${rounded(sql`
    ${billedMs} * coalesce(${prices.perMinute}, 0.0) / 60000.0
    + used.prompt_tokens * coalesce(${prices.perMillionPromptTokens}, 0.0) / 1000000.0
    + used.completion_tokens * coalesce(${prices.perMillionCompletionTokens}, 0.0) / 1000000.0
    + used.characters * coalesce(${prices.perMillionCharacters}, 0.0) / 1000000.0`)} END`;

  const parts = (read: Reads, where?: SQL): SQL => sql`
    SELECT used.*, ${billedMs} AS billed_ms, ${amount} AS amount FROM (${used(read, where)}) AS used
    LEFT JOIN ${prices} ON ${prices.uuid} = (
      SELECT valid.uuid FROM ${prices} AS valid
      WHERE valid.organisation_id = used.organisation_id AND valid.part = used.part AND valid.service = used.service
        AND valid.direction = used.direction AND valid.valid_from <= used.at
      ORDER BY valid.valid_from DESC LIMIT 1)`;

  return {
    parts,
    amounts(read, where) {
      const isPriced = sql`${calls.createdAt} >= (SELECT min(${prices.validFrom}) FROM ${prices} WHERE ${read.own(prices)})`;
      const these = and(isPriced, where);
      // One pass: a join of the calls with their parts takes twice as long. Every call is in it, also without a part.
      return sql`
        SELECT priced.call_uuid AS call_uuid, sum(priced.uncounted) AS uncounted,
          CASE WHEN count(priced.part) = count(priced.amount) THEN ${rounded(sql`coalesce(sum(priced.amount), 0.0)`)} END AS amount
        FROM (
          SELECT parts.call_uuid, parts.part, parts.uncounted, parts.amount FROM (${parts(read, these)}) AS parts
          UNION ALL
          SELECT ${calls.uuid}, NULL, 0, NULL FROM ${calls} WHERE ${read.own(calls, and(isNotNull(calls.endedAt), these))}
        ) AS priced GROUP BY priced.call_uuid`;
    },
  };
}
