import { and, asc, gt, isNotNull, type SQL } from 'drizzle-orm';
import type { Database, TenantQueries } from '../../../data/index.ts';
import { toldNumber } from '../../../http/fields.ts';

const pageRows = 500;

interface NumberRow {
  readonly uuid: string;
  readonly phone: string | undefined;
}

/** Returns the numbers among contacts, the do-not-call list, uploads and calls of an organisation, page by page. */
export async function* storedNumbers(
  { tables }: Pick<Database, 'tables'>,
  read: Pick<TenantQueries, 'pick'>,
): AsyncGenerator<string> {
  const { calls, contacts, interactions, suppressions } = tables;
  const pages = {
    contacts: (after: string) =>
      read.pick(contacts, { uuid: contacts.uuid, phone: contacts.phone }, gt(contacts.uuid, after), {
        orderBy: [asc(contacts.uuid)],
        limit: pageRows,
      }),
    suppressions: (after: string) =>
      read.pick(suppressions, { uuid: suppressions.uuid, phone: suppressions.phone }, gt(suppressions.uuid, after), {
        orderBy: [asc(suppressions.uuid)],
        limit: pageRows,
      }),
    uploads: async (after: string) => {
      const { uuid, customerPhone } = interactions;
      const where = and(gt(uuid, after), isNotNull(customerPhone)) as SQL;
      const page = { orderBy: [asc(uuid)], limit: pageRows };
      const rows = await read.pick(interactions, { uuid, customerPhone }, where, page);
      return rows.map((row) => ({ uuid: row.uuid, phone: toldNumber(row.customerPhone ?? '') }));
    },
    calls: async (after: string) => {
      const { uuid, callType, fromNumber, toNumber } = calls;
      const page = { orderBy: [asc(uuid)], limit: pageRows };
      const rows = await read.pick(calls, { uuid, callType, fromNumber, toNumber }, gt(uuid, after), page);
      return rows.map(({ uuid, ...call }) => ({
        uuid,
        phone:
          call.callType === 'outbound'
            ? toldNumber(call.toNumber, call.fromNumber)
            : toldNumber(call.fromNumber, call.toNumber),
      }));
    },
  };
  for (const pageAfter of Object.values(pages)) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const rows: readonly NumberRow[] = await pageAfter(after);
      for (const { phone } of rows) if (phone !== undefined) yield phone;
      after = rows.length < pageRows ? undefined : rows.at(-1)?.uuid;
    }
  }
}
