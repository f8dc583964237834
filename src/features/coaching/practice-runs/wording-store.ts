import { randomUUID } from 'node:crypto';
import { desc, eq, lt } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';

export interface WordingStore {
  get(organisation: OrganisationId, digest: string): Promise<string | undefined>;
  /** Returns the text stored for the digest; an earlier text is kept. */
  add(organisation: OrganisationId, wording: { readonly digest: string; readonly text: string }): Promise<string>;
}

/** Limit for one organisation. Above it, the oldest tenth is deleted. */
const most = 50_000;

export function createWordingStore(database: Database, now: () => Date): WordingStore {
  const { practiceWordings: wordings } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const get: WordingStore['get'] = async (organisation, digest) =>
    (await of(organisation).read.select(wordings, eq(wordings.digest, digest)))[0]?.text;
  return {
    get,
    async add(organisation, { digest, text }) {
      await of(organisation).tx(async (queries) => {
        if ((await queries.count(wordings)) >= most) {
          const page = { limit: 1, offset: Math.round(0.9 * most), orderBy: [desc(wordings.createdAt)] };
          const [oldest] = await queries.pick(wordings, { createdAt: wordings.createdAt }, undefined, page);
          if (oldest !== undefined) await queries.delete(wordings, lt(wordings.createdAt, oldest.createdAt));
        }
        await queries.insertNew(wordings, [{ uuid: randomUUID(), digest, text, createdAt: now().toISOString() }]);
      });
      return (await get(organisation, digest)) ?? text;
    },
  };
}
