import { asc, eq, type InferSelectModel } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';

export type PronunciationRow = InferSelectModel<Tables['pronunciations']>;
type Fields = Pick<PronunciationRow, 'word' | 'phonemes' | 'respelling'>;

export type Written = PronunciationRow | 'unknown' | 'taken' | 'full';

export interface PronunciationStore {
  /** Ordered by word. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: PronunciationRow[]; total: number }>;
  get(organisation: OrganisationId, uuid: string): Promise<PronunciationRow | undefined>;
  add(
    organisation: OrganisationId,
    row: Omit<PronunciationRow, 'organisationId' | 'wordKey'>,
    most: number,
  ): Promise<Written>;
  change(organisation: OrganisationId, uuid: string, fields: Fields): Promise<Written>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
}

const keyOf = (word: string): string => word.replaceAll('’', "'").toLowerCase();

export function createPronunciationStore(database: Database): PronunciationStore {
  const { pronunciations } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    async list(organisation, page) {
      const { read } = of(organisation);
      const rows = await read.select(pronunciations, undefined, { ...page, orderBy: [asc(pronunciations.wordKey)] });
      return { rows, total: await read.count(pronunciations) };
    },
    get: async (organisation, uuid) =>
      (await of(organisation).read.select(pronunciations, eq(pronunciations.uuid, uuid)))[0],
    add: (organisation, row, most) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(pronunciations)) >= most) return 'full';
        const added = { ...row, wordKey: keyOf(row.word) };
        if ((await queries.insertNew(pronunciations, [added])) === 0) return 'taken';
        return { ...added, organisationId: organisation };
      }),
    change: (organisation, uuid, fields) =>
      of(organisation).tx(async (queries) => {
        const wordKey = keyOf(fields.word);
        const [other] = await queries.select(pronunciations, eq(pronunciations.wordKey, wordKey));
        if (other !== undefined && other.uuid !== uuid) return 'taken';
        const isIt = eq(pronunciations.uuid, uuid);
        await queries.update(pronunciations, { ...fields, wordKey }, isIt);
        return (await queries.select(pronunciations, isIt))[0] ?? 'unknown';
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(pronunciations, eq(pronunciations.uuid, uuid))) > 0),
  };
}
