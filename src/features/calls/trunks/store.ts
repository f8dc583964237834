import { and, asc, eq, isNull, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';

export type TrunkRow = Tables['sipTrunks']['$inferSelect'];
export type NewTrunk = Omit<
  TrunkRow,
  'organisationId' | 'isRegistered' | 'lastResponse' | 'lastError' | 'ownerId' | 'updatedAt'
>;
export type TrunkChange = Partial<Omit<NewTrunk, 'uuid' | 'contactUser' | 'createdAt'>>;
export type TrunkStatus = Pick<TrunkRow, 'isRegistered' | 'lastResponse' | 'lastError'>;

export interface TrunkStore {
  /** Oldest first. */
  list(organisation: OrganisationId): Promise<TrunkRow[]>;
  get(organisation: OrganisationId, uuid: string): Promise<TrunkRow | undefined>;
  add(organisation: OrganisationId, trunk: NewTrunk, most: number): Promise<TrunkRow | 'too_many'>;
  /** Resets the status. Returns undefined if the trunk does not exist. */
  change(
    organisation: OrganisationId,
    uuid: string,
    change: TrunkChange & { readonly updatedAt: string },
  ): Promise<TrunkRow | undefined>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
  /** Returns the trunks of all organisations, oldest first. */
  all(): Promise<TrunkRow[]>;
  /** Takes the registration of a trunk from the owner in the row. Returns false if another server was faster. */
  claim(trunk: TrunkRow, ownerId: string): Promise<boolean>;
  status(trunk: Pick<TrunkRow, 'organisationId' | 'uuid'>, status: TrunkStatus): Promise<void>;
}

const noStatus: TrunkStatus = { isRegistered: false, lastResponse: null, lastError: null };

export function createTrunkStore(database: Database): TrunkStore {
  const { sipTrunks } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const order = [asc(sipTrunks.createdAt), asc(sipTrunks.uuid)];

  return {
    list: (organisation) => of(organisation).read.select(sipTrunks, undefined, { orderBy: order }),
    get: async (organisation, uuid) => (await of(organisation).read.select(sipTrunks, eq(sipTrunks.uuid, uuid)))[0],
    add: (organisation, trunk, most) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(sipTrunks)) >= most) return 'too_many';
        const row = { ...trunk, ...noStatus, ownerId: null, updatedAt: trunk.createdAt };
        await queries.insert(sipTrunks, [row]);
        return { ...row, organisationId: organisation };
      }),
    change: (organisation, uuid, change) =>
      of(organisation).tx(async (queries) => {
        const [trunk] = await queries.select(sipTrunks, eq(sipTrunks.uuid, uuid));
        if (trunk === undefined) return undefined;
        const set = { ...change, ...noStatus };
        await queries.update(sipTrunks, set, eq(sipTrunks.uuid, uuid));
        return { ...trunk, ...set };
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(sipTrunks, eq(sipTrunks.uuid, uuid))) > 0),
    all: () =>
      database.system.read
        .select()
        .from(sipTrunks)
        .orderBy(...order),
    claim: ({ organisationId, uuid, ownerId: before }, ownerId) =>
      of(organisationId).tx(async (queries) => {
        const isAsRead = before === null ? isNull(sipTrunks.ownerId) : eq(sipTrunks.ownerId, before);
        return (await queries.update(sipTrunks, { ownerId }, and(eq(sipTrunks.uuid, uuid), isAsRead) as SQL)) > 0;
      }),
    status: ({ organisationId, uuid }, status) =>
      of(organisationId).tx(async (queries) => {
        await queries.update(sipTrunks, status, eq(sipTrunks.uuid, uuid));
      }),
  };
}
