import { and, eq, isNull } from 'drizzle-orm';
import { Temporal } from 'temporal-polyfill';
import type { Database, OrganisationId, Queries } from '../../../data/index.ts';
import { zoneNamed } from '../../../http/time-zone.ts';

export interface OwnOrganisation {
  readonly uuid: string;
  readonly name: string;
  readonly timezone: string | null;
}

/** Runs in the transaction that changes a time zone. */
type OnZone = (queries: Queries, organisation: OrganisationId, timezone: string) => Promise<void>;

export interface Zones {
  /** The zone of organisations that have none. */
  readonly serverZone: string;
  /** Returns the time zone in which an organisation's days begin. `queries`: those of an open transaction. */
  of(organisation: OrganisationId, queries?: Queries): Promise<string>;
  find(organisation: OrganisationId): Promise<OwnOrganisation | undefined>;
  /** With `onlyIfUnset`, an existing time zone stays. */
  set(organisation: OrganisationId, timezone: string, options: { readonly onlyIfUnset: boolean }): Promise<void>;
  /** Subscribers run one after another. An exception rolls back the change. */
  subscribe(onZone: OnZone): void;
}

/** Time zones of organisations. `serverZone` applies where none is set; it is the machine's by default. */
export function createZones(
  { tables: { organisations }, system }: Database,
  serverZone: string = Temporal.Now.timeZoneId(),
): Zones {
  const subscribers: OnZone[] = [];
  async function find(organisation: OrganisationId, queries: Queries = system.read) {
    const { uuid, name, timezone } = organisations;
    const [row] = await queries.select({ uuid, name, timezone }).from(organisations).where(eq(uuid, organisation));
    return row;
  }
  return {
    serverZone,
    async of(organisation, queries) {
      const { timezone } = (await find(organisation, queries)) ?? {};
      return timezone == null ? serverZone : (zoneNamed(timezone) ?? serverZone);
    },
    find: (organisation) => find(organisation),
    async set(organisation, timezone, { onlyIfUnset }) {
      await system.tx(async (queries) => {
        const isOwn = eq(organisations.uuid, organisation);
        const where = onlyIfUnset ? and(isOwn, isNull(organisations.timezone)) : isOwn;
        const changed = await queries.update(organisations).set({ timezone }).where(where).returning();
        if (changed.length === 0) return;
        for (const onZone of subscribers) await onZone(queries, organisation, timezone);
      });
    },
    subscribe: (onZone) => void subscribers.push(onZone),
  };
}
