import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { KnowledgeDocument } from '../../../media/ports.ts';
import { type Database, forOrganisation, type OrganisationId } from '../../data/index.ts';
import { createAudioStore } from '../audio/index.ts';
import type { DocumentOwner } from '../documents/index.ts';
import { createOcrStore, markdownOf } from '../ocr/index.ts';

/** What the agent of a call is given to answer from, all documents together; what is beyond is left out. */
const maxKnowledgeCharacters = 200_000;
const pagesAtOnce = 50;

export interface KnowledgeStore {
  /** The texts of an agent's documents, in the order in which it was given them; those that were not read yet are not among them. */
  texts(organisation: OrganisationId, agentUuid: string): Promise<KnowledgeDocument[]>;
  /** What its documents that were read are called, in the same order. */
  titles(organisation: OrganisationId, agentUuid: string): Promise<Pick<KnowledgeDocument, 'id' | 'title'>[]>;
  /** Whose these are. */
  documents(
    organisation: OrganisationId,
    uuids: readonly string[],
  ): Promise<{ readonly uuid: string; readonly userUuid: string }[]>;
}

export function createKnowledgeStore(database: Database): KnowledgeStore {
  const { voiceAgentDocuments: links, kbDocuments, ocrDocuments, audioTranscripts } = database.tables;
  const ocr = createOcrStore(database);
  const audio = createAudioStore(database);
  async function texts(organisationId: OrganisationId, agentUuid: string): Promise<KnowledgeDocument[]> {
    const { read } = forOrganisation(database, organisationId);
    const linked = await read.select(links, eq(links.agentUuid, agentUuid), { orderBy: [asc(links.position)] });
    if (linked.length === 0) return [];
    const uuids = linked.map(({ documentUuid }) => documentUuid);
    const rows = new Map(
      (await read.select(kbDocuments, inArray(kbDocuments.uuid, uuids))).map((row) => [row.uuid, row]),
    );
    const documents: KnowledgeDocument[] = [];
    let left = maxKnowledgeCharacters;
    for (const uuid of uuids) {
      const row = rows.get(uuid);
      if (row === undefined || left <= 0) continue;
      const owner = { organisationId, userUuid: row.userUuid };
      const transcript = row.mimeType.startsWith('audio/') ? await audio.find(owner, uuid) : undefined;
      const text = (transcript?.fullText ?? (await pagesText(owner, uuid, left))).slice(0, left);
      left -= text.length;
      if (text.trim() !== '') documents.push({ id: uuid, title: row.title, text });
    }
    return documents;
  }

  /** What the pages say, until it is so many characters or more. */
  async function pagesText(owner: DocumentOwner, uuid: string, enough: number): Promise<string> {
    let text = '';
    for (let offset = 0; text.length < enough; offset += pagesAtOnce) {
      const pages = await ocr.pages(owner, uuid, { limit: pagesAtOnce, offset });
      text += pages.map(({ chunks }) => `${markdownOf(chunks)}\n\n`).join('');
      if (pages.length < pagesAtOnce) break;
    }
    return text.trimEnd();
  }

  return {
    texts,
    titles(organisation, agentUuid) {
      const { read } = forOrganisation(database, organisation);
      const isRead = or(isNotNull(ocrDocuments.documentUuid), isNotNull(audioTranscripts.documentUuid));
      return read.system
        .select({ id: kbDocuments.uuid, title: kbDocuments.title })
        .from(links)
        .innerJoin(kbDocuments, eq(kbDocuments.uuid, links.documentUuid))
        .leftJoin(ocrDocuments, eq(ocrDocuments.documentUuid, links.documentUuid))
        .leftJoin(audioTranscripts, eq(audioTranscripts.documentUuid, links.documentUuid))
        .where(read.own(links, and(eq(links.agentUuid, agentUuid), isRead)))
        .orderBy(asc(links.position));
    },
    documents: (organisation, uuids) =>
      forOrganisation(database, organisation).read.select(kbDocuments, inArray(kbDocuments.uuid, [...uuids])),
  };
}
