import { and, asc, eq, lte, ne, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';

/** The provider's answer about the number: none yet, confirmed, or denied. */
export type NumberProof = 'pending' | 'proven' | 'refused';

/** The number of a connected account, in the form in which numbers are compared. */
export interface ConnectedNumber {
  readonly provider: string;
  readonly phoneKey: string;
  /** Whether callbacks for calls of this account require the provider's signature. */
  readonly requiresSignature: boolean;
  readonly connectedAt: string;
  readonly proof: NumberProof;
  /** Time of the next request to the provider. */
  readonly nextProofAt: string;
}

export type OwnedNumber = ConnectedNumber & { readonly organisationId: OrganisationId };

/** Connected numbers of all organisations. Credentials are encrypted and cannot be searched. */
export interface NumberStore {
  /** Replaces the number of the provider's account. */
  put(organisation: OrganisationId, number: ConnectedNumber): Promise<void>;
  remove(organisation: OrganisationId, provider: string): Promise<void>;
  get(organisation: OrganisationId, provider: string): Promise<ConnectedNumber | undefined>;
  /** Returns the organisations with an account proven to have this number, oldest connection first. */
  ownersOf(phoneKey: string): Promise<OrganisationId[]>;
  /** Returns whether an account of the organisation has this number and its provider has not answered yet. */
  isPending(organisation: OrganisationId, phoneKey: string): Promise<boolean>;
  /** Returns connections due for a request to their provider at `now`, longest due first. */
  due(now: string, limit: number): Promise<OwnedNumber[]>;
  /** Stores the result. Returns false, and changes nothing, if the connection was replaced meanwhile. */
  judge(of: OwnedNumber, judged: Pick<ConnectedNumber, 'proof' | 'nextProofAt'>): Promise<boolean>;
  /** Schedules the next query of other organisations' proven connections with this number for `now`. */
  doubtOthers(than: OwnedNumber, now: string): Promise<void>;
}

export function createNumberStore(database: Database): NumberStore {
  const { connectedNumbers } = database.tables;
  const { organisationId, provider, phoneKey, connectedAt, proof, nextProofAt } = connectedNumbers;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    put: (organisation, number) =>
      of(organisation).tx(async (queries) => {
        await queries.delete(connectedNumbers, eq(provider, number.provider));
        await queries.insert(connectedNumbers, [number]);
      }),
    remove: (organisation, name) =>
      of(organisation).tx(async (queries) => void (await queries.delete(connectedNumbers, eq(provider, name)))),
    async get(organisation, name) {
      const [row] = await of(organisation).read.select(connectedNumbers, eq(provider, name));
      return row === undefined ? undefined : { ...row, provider: name, proof: row.proof as NumberProof };
    },
    async ownersOf(key) {
      const isProven = and(eq(phoneKey, key), eq(proof, 'proven'));
      const query = database.system.read.select({ organisationId }).from(connectedNumbers).where(isProven);
      const rows = await query.orderBy(asc(connectedAt), asc(organisationId));
      return [...new Set(rows.map((row) => row.organisationId as OrganisationId))];
    },
    async isPending(organisation, key) {
      const where = and(eq(phoneKey, key), eq(proof, 'pending'));
      return (await of(organisation).read.count(connectedNumbers, where)) > 0;
    },
    async due(now, limit) {
      const query = database.system.read.select().from(connectedNumbers).where(lte(nextProofAt, now));
      return (await query.orderBy(asc(nextProofAt), asc(organisationId)).limit(limit)) as OwnedNumber[];
    },
    async judge({ organisationId: organisation, ...number }, judged) {
      const { provider: name, connectedAt: since, phoneKey: key } = number;
      const isSame = and(eq(provider, name), eq(connectedAt, since), eq(phoneKey, key)) as SQL;
      return (await of(organisation).tx((queries) => queries.update(connectedNumbers, judged, isSame))) > 0;
    },
    doubtOthers: ({ organisationId: ownOrganisation, phoneKey: key }, now) =>
      database.system.tx(async (queries) => {
        const areOthers = and(eq(phoneKey, key), eq(proof, 'proven'), ne(organisationId, ownOrganisation));
        await queries.update(connectedNumbers).set({ nextProofAt: now }).where(areOthers);
      }),
  };
}
