import { and, asc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { KnowledgeDocument } from '../../../../media/ports.ts';
import type { Part } from '../../../answers/index.ts';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { createAudioStore, partsOfRecording } from '../audio-transcription/index.ts';
import type { DocumentOwner } from '../documents/index.ts';
import { createOcrStore, partOfPage, subjectOfPages } from '../ocr/index.ts';
import { charactersOf, firstOf } from './part-of-document.ts';

/** Maximum characters of all documents that a call's agent receives; the rest is omitted. */
const maxKnowledgeCharacters = 200_000;
const pagesAtOnce = 50;

interface KnownDocument {
  readonly uuid: string;
  readonly title: string;
}

/** Parts of a document, with its subject. */
interface ReadDocument {
  readonly subject: Pick<KnowledgeDocument, 'title' | 'about' | 'year'>;
  readonly parts: readonly Part[];
}

export interface KnowledgeStore {
  /** Returns the texts of these documents, as far as they are processed, in the same order. */
  texts(organisation: OrganisationId, uuids: readonly string[]): Promise<KnowledgeDocument[]>;
  /** Returns the titles of an agent's processed documents, in the agent's order. */
  titles(organisation: OrganisationId, agentUuid: string): Promise<Pick<KnowledgeDocument, 'id' | 'title'>[]>;
  /** Returns the owners of these documents. */
  documents(
    organisation: OrganisationId,
    uuids: readonly string[],
  ): Promise<{ readonly uuid: string; readonly userUuid: string }[]>;
}

export function createKnowledgeStore(database: Database): KnowledgeStore {
  const { voiceAgentDocuments: links, kbDocuments, ocrDocuments, audioTranscripts } = database.tables;
  const ocr = createOcrStore(database);
  const audio = createAudioStore(database);
  async function texts(organisationId: OrganisationId, uuids: readonly string[]): Promise<KnowledgeDocument[]> {
    if (uuids.length === 0) return [];
    const { read } = forOrganisation(database, organisationId);
    const rows = new Map(
      (await read.select(kbDocuments, inArray(kbDocuments.uuid, [...uuids]))).map((row) => [row.uuid, row]),
    );
    const documents: KnowledgeDocument[] = [];
    let left = maxKnowledgeCharacters;
    for (const uuid of uuids) {
      const row = rows.get(uuid);
      if (row === undefined || left <= 0) continue;
      const owner = { organisationId, userUuid: row.userUuid };
      const read = row.mimeType.startsWith('audio/') ? await recorded(owner, row) : await written(owner, row, left);
      const parts = firstOf(read?.parts ?? [], left);
      left -= charactersOf(parts);
      if (read !== undefined && parts.length > 0)
        documents.push({ ...read.subject, id: uuid, text: JSON.stringify(parts), form: 'parts' });
    }
    return documents;
  }

  async function recorded(owner: DocumentOwner, { uuid, title }: KnownDocument): Promise<ReadDocument | undefined> {
    const transcript = await audio.find(owner, uuid);
    if (transcript === undefined) return undefined;
    return { subject: { title }, parts: partsOfRecording(await audio.sentences(owner, transcript.jobUuid)) };
  }

  /** Reads pages from the start until they have at least `enough` characters. */
  async function written(owner: DocumentOwner, row: KnownDocument, enough: number): Promise<ReadDocument | undefined> {
    const document = await ocr.find(owner, row.uuid);
    if (document === undefined) return undefined;
    const parts: Part[] = [];
    for (let offset = 0; charactersOf(parts) < enough; offset += pagesAtOnce) {
      const pages = await ocr.pages(owner, row.uuid, { limit: pagesAtOnce, offset });
      parts.push(...pages.map(partOfPage));
      if (pages.length < pagesAtOnce) break;
    }
    const { title, about, year } = subjectOfPages(row, document);
    return {
      subject: { title, ...(about === undefined ? {} : { about }), ...(year === undefined ? {} : { year }) },
      parts,
    };
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
