import type { OrganisationId } from '../../../data/index.ts';
import type { Readings } from '../readings/index.ts';
import type { KnowledgeStore } from './store.ts';

export interface KnowledgeReaderOptions {
  readonly store: Pick<KnowledgeStore, 'documents'>;
  readonly readings: Pick<Readings, 'get' | 'begin'>;
  readonly onTrouble: (error: unknown) => void;
}

/**
 * Starts reading an agent's documents that have not been read yet, of any owner. Failed and cancelled readings are
 * not repeated.
 */
export type KnowledgeReader = (organisation: OrganisationId, documentUuids: readonly string[]) => void;

export function createKnowledgeReader({ store, readings, onTrouble }: KnowledgeReaderOptions): KnowledgeReader {
  async function readAll(organisationId: OrganisationId, uuids: readonly string[]): Promise<void> {
    for (const { uuid, userUuid } of await store.documents(organisationId, uuids)) {
      const owner = { organisationId, userUuid };
      const reading = await readings.get(owner, uuid);
      const isUntouched = reading?.ocr === null && reading.audio === null && reading.work === undefined;
      if (isUntouched) await readings.begin(owner, uuid, 'general');
    }
  }
  return (organisation, uuids) => {
    if (uuids.length > 0) readAll(organisation, uuids).catch(onTrouble);
  };
}
