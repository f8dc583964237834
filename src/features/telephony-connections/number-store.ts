import { asc, eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../data/index.ts';

/** The number of a connected account, as numbers are compared. */
export interface ConnectedNumber {
  readonly provider: string;
  readonly phoneKey: string;
  /** Whether callbacks about calls of this account must bear the provider's signature. */
  readonly requiresSignature: boolean;
  readonly connectedAt: string;
}

/** Which organisation has connected which number. Credentials are sealed and cannot be searched. */
export interface NumberStore {
  /** Replaces the number of the provider's account. */
  put(organisation: OrganisationId, number: ConnectedNumber): Promise<void>;
  remove(organisation: OrganisationId, provider: string): Promise<void>;
  get(organisation: OrganisationId, provider: string): Promise<ConnectedNumber | undefined>;
  /** Organisations with an account that has this number, oldest connection first. */
  ownersOf(phoneKey: string): Promise<OrganisationId[]>;
}

export function createNumberStore(database: Database): NumberStore {
  const { connectedNumbers } = database.tables;
  const { organisationId, provider, phoneKey, connectedAt } = connectedNumbers;
  return {
    put: (organisation, number) =>
      forOrganisation(database, organisation).tx(async (queries) => {
        await queries.delete(connectedNumbers, eq(provider, number.provider));
        await queries.insert(connectedNumbers, [number]);
      }),
    remove: (organisation, name) =>
      forOrganisation(database, organisation).tx(
        async (queries) => void (await queries.delete(connectedNumbers, eq(provider, name))),
      ),
    async get(organisation, name) {
      const [row] = await forOrganisation(database, organisation).read.select(connectedNumbers, eq(provider, name));
      return row === undefined ? undefined : { ...row, provider: name };
    },
    async ownersOf(key) {
      const query = database.system.read.select({ organisationId }).from(connectedNumbers).where(eq(phoneKey, key));
      const rows = await query.orderBy(asc(connectedAt), asc(organisationId));
      return [...new Set(rows.map((row) => row.organisationId as OrganisationId))];
    },
  };
}
