import { sum } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../data/index.ts';

type Reads = Pick<TenantQueries, 'own' | 'system'>;

/** Limit for all recordings, and clips of own voices, that one organisation uploads. */
export interface UploadQuota {
  /** Infinite without a limit. */
  readonly bytes: number;
  /** Returns how many bytes an organisation may still upload, to refuse an upload early. */
  left(organisation: OrganisationId): Promise<number>;
  /** Same as `left`, in the transaction that adds the upload: of parallel uploads, only those that fit are added. */
  leftIn(queries: Reads): Promise<number>;
}

export function createUploadQuota(database: Database, bytes: number): UploadQuota {
  const { interactions, speakers, speakerSamples } = database.tables;
  const sizes = [
    { table: interactions, bytes: interactions.recordingBytes },
    { table: speakers, bytes: speakers.sizeBytes },
    { table: speakerSamples, bytes: speakerSamples.sizeBytes },
  ] as const;
  async function leftIn({ own, system }: Reads): Promise<number> {
    if (bytes === Number.POSITIVE_INFINITY) return bytes;
    let left = bytes;
    for (const { table, bytes: size } of sizes) {
      const query = system.select({ bytes: sum(size) }).from(table);
      left -= Number((await query.where(own(table)))[0]?.bytes ?? 0);
    }
    return left;
  }
  return { bytes, leftIn, left: (organisation) => leftIn(forOrganisation(database, organisation).read) };
}
