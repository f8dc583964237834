import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';

export type PhoneRow = Tables['phones']['$inferSelect'];
export type NewPhone = Pick<PhoneRow, 'uuid' | 'name' | 'extension' | 'userUuid' | 'sipUsername' | 'createdAt'>;
export type PhoneChange = Partial<Pick<PhoneRow, 'name' | 'extension' | 'userUuid'>>;
export type PhoneRegistration = Pick<
  PhoneRow,
  'userAgent' | 'address' | 'registeredAt' | 'expiresAt' | 'behindNat' | 'ownerId'
>;

/** Why a phone was not stored. `unknown_user`: nobody in this organisation. */
export type PhoneRefusal = 'extension_taken' | 'too_many' | 'unknown_user';

export interface PhoneStore {
  list(organisation: OrganisationId): Promise<PhoneRow[]>;
  get(organisation: OrganisationId, uuid: string): Promise<PhoneRow | undefined>;
  add(organisation: OrganisationId, phone: NewPhone, most: number): Promise<PhoneRow | PhoneRefusal>;
  /** Returns undefined if the phone does not exist. */
  change(organisation: OrganisationId, uuid: string, change: PhoneChange): Promise<PhoneRow | PhoneRefusal | undefined>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
  /** Finds a phone that may be called: not that of somebody who left the organisation. */
  byExtension(organisation: OrganisationId, extension: string): Promise<PhoneRow | undefined>;
  /** Returns the phones of a teammate. */
  ofUser(organisation: OrganisationId, userUuid: string): Promise<PhoneRow[]>;
  /** Finds a phone of any organisation by the name with which it registers, unless its owner left the organisation. */
  byUsername(sipUsername: string): Promise<PhoneRow | undefined>;
  /** Finds a phone of any organisation. */
  find(uuid: string): Promise<PhoneRow | undefined>;
  register(phone: Pick<PhoneRow, 'organisationId' | 'uuid'>, registration: PhoneRegistration): Promise<void>;
  /** Marks phones as not registered whose server is not alive any more. */
  forgetRegistrations(isAlive: (ownerId: string) => Promise<boolean>): Promise<void>;
  /** Returns the oldest active inbound flow with this extension. */
  flowWithExtension(organisation: OrganisationId, extension: string): Promise<string | undefined>;
}

const noRegistration: PhoneRegistration = {
  userAgent: null,
  address: null,
  registeredAt: null,
  expiresAt: null,
  behindNat: null,
  ownerId: null,
};

export function createPhoneStore(database: Database): PhoneStore {
  const { phones, flows, memberships } = database.tables;
  const { system } = database;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  type Queries = Parameters<Parameters<ReturnType<typeof of>['tx']>[0]>[0];

  async function refusal(queries: Queries, uuid: string, set: PhoneChange): Promise<PhoneRefusal | undefined> {
    const { extension, userUuid } = set;
    if (extension !== undefined) {
      const [phone] = await queries.select(phones, eq(phones.extension, extension));
      const isFlow = (await queries.count(flows, eq(flows.extension, extension))) > 0;
      if ((phone !== undefined && phone.uuid !== uuid) || isFlow) return 'extension_taken';
    }
    if (userUuid === undefined || userUuid === null) return undefined;
    return (await queries.count(memberships, eq(memberships.userUuid, userUuid))) > 0 ? undefined : 'unknown_user';
  }

  /** Returns the phone unless its owner has left the organisation. */
  async function usable(phone: PhoneRow | undefined): Promise<PhoneRow | undefined> {
    if (phone === undefined || phone.userUuid === null) return phone;
    const isOwner = eq(memberships.userUuid, phone.userUuid);
    return (await of(phone.organisationId).read.count(memberships, isOwner)) > 0 ? phone : undefined;
  }

  const readOne = async (uuid: string) => (await system.read.select().from(phones).where(eq(phones.uuid, uuid)))[0];

  return {
    list: (organisation) => of(organisation).read.select(phones, undefined, { orderBy: [asc(phones.extension)] }),
    get: async (organisation, uuid) => (await of(organisation).read.select(phones, eq(phones.uuid, uuid)))[0],
    add: (organisation, phone, most) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(phones)) >= most) return 'too_many';
        const refused = await refusal(queries, phone.uuid, phone);
        if (refused !== undefined) return refused;
        const row = { ...phone, ...noRegistration };
        await queries.insert(phones, [row]);
        return { ...row, organisationId: organisation };
      }),
    change: (organisation, uuid, change) =>
      of(organisation).tx(async (queries) => {
        const [phone] = await queries.select(phones, eq(phones.uuid, uuid));
        if (phone === undefined) return undefined;
        const refused = await refusal(queries, uuid, change);
        if (refused !== undefined) return refused;
        if (Object.keys(change).length > 0) await queries.update(phones, change, eq(phones.uuid, uuid));
        return { ...phone, ...change };
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(phones, eq(phones.uuid, uuid))) > 0),
    byExtension: async (organisation, extension) =>
      usable((await of(organisation).read.select(phones, eq(phones.extension, extension)))[0]),
    ofUser: (organisation, userUuid) => of(organisation).read.select(phones, eq(phones.userUuid, userUuid)),
    byUsername: async (sipUsername) =>
      usable((await system.read.select().from(phones).where(eq(phones.sipUsername, sipUsername)))[0]),
    find: readOne,
    register: ({ organisationId, uuid }, registration) =>
      of(organisationId).tx(async (queries) => {
        await queries.update(phones, registration, eq(phones.uuid, uuid));
      }),
    async forgetRegistrations(isAlive) {
      const owners = await system.read
        .selectDistinct({ ownerId: phones.ownerId })
        .from(phones)
        .where(isNotNull(phones.registeredAt));
      for (const { ownerId } of owners) {
        if (ownerId !== null && (await isAlive(ownerId))) continue;
        const isTheirs = ownerId === null ? isNull(phones.ownerId) : eq(phones.ownerId, ownerId);
        await system.tx(async (queries) => {
          await queries.update(phones).set(noRegistration).where(isTheirs);
        });
      }
    },
    async flowWithExtension(organisation, extension) {
      const where = and(eq(flows.extension, extension), eq(flows.kind, 'inbound'), eq(flows.status, 'active'));
      const page = { limit: 1, orderBy: [asc(flows.createdAt), asc(flows.uuid)] };
      return (await of(organisation).read.select(flows, where, page))[0]?.uuid;
    },
  };
}
