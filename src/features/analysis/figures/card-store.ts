import { eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import type { HomeCards } from './schema.ts';

export interface Owner {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

/** The figures that people put on Home, each in their organisation. */
export interface CardStore {
  of(owner: Owner): Promise<HomeCards>;
  keep(owner: Owner, home: HomeCards, at: string): Promise<void>;
}

export function createCardStore(database: Database): CardStore {
  const { homeCards } = database.tables;
  return {
    async of({ organisationId, userUuid }) {
      const { read } = forOrganisation(database, organisationId);
      const [row] = await read.select(homeCards, eq(homeCards.userUuid, userUuid));
      return { cards: (row?.cards ?? []) as HomeCards['cards'] };
    },
    keep: ({ organisationId, userUuid }, { cards }, updatedAt) =>
      forOrganisation(database, organisationId).tx(async (queries) => {
        await queries.delete(homeCards, eq(homeCards.userUuid, userUuid));
        await queries.insert(homeCards, [{ userUuid, cards, updatedAt }]);
      }),
  };
}
