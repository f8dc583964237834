import { and, asc, eq, type InferSelectModel } from 'drizzle-orm';
import type { KnowledgeDocument } from '../../../media/ports.ts';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../data/index.ts';

export type FlowRow = InferSelectModel<Tables['flows']>;
export type NewFlow = Omit<FlowRow, 'organisationId'>;

export interface FlowStore {
  get(organisation: OrganisationId, uuid: string): Promise<FlowRow | undefined>;
  list(
    organisation: OrganisationId,
    page: { limit: number; offset: number },
  ): Promise<{ rows: FlowRow[]; total: number }>;
  knowledge(organisation: OrganisationId, flowUuid: string): Promise<KnowledgeDocument[]>;
  /** Inserts unless this flow is there already. Answers whether it did. */
  addNew(organisation: OrganisationId, flow: NewFlow, knowledge: readonly KnowledgeDocument[]): Promise<boolean>;
  /** The active inbound flow with this phone key, whosever it is; the oldest when there are several. */
  activeInboundByPhone(phoneKey: string): Promise<FlowRow | undefined>;
  /** The voices of the oldest flows of all organisations, as their agents have them now. */
  speakers(limit: number): Promise<{ name: string; speaker: string }[]>;
}

export function createFlowStore(database: Database): FlowStore {
  const { flows, flowKnowledge, voiceAgents } = database.tables;
  const { system } = database;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const oldestFirst = [asc(flows.createdAt), asc(flows.uuid)];

  return {
    async get(organisation, uuid) {
      return (await of(organisation).read.select(flows, eq(flows.uuid, uuid)))[0];
    },
    async list(organisation, page) {
      const { read } = of(organisation);
      const rows = await read.select(flows, undefined, { ...page, orderBy: oldestFirst });
      return { rows, total: await read.count(flows) };
    },
    async knowledge(organisation, flowUuid) {
      const rows = await of(organisation).read.select(flowKnowledge, eq(flowKnowledge.flowUuid, flowUuid), {
        orderBy: [asc(flowKnowledge.position)],
      });
      return rows.map((row) => ({ id: row.documentId, title: row.title, text: row.text }));
    },
    addNew: (organisation, flow, knowledge) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.insertNew(flows, [flow])) === 0) return false;
        const documents = knowledge.map((document, position) => ({
          flowUuid: flow.uuid,
          documentId: document.id,
          position,
          title: document.title,
          text: document.text,
        }));
        await queries.insert(flowKnowledge, documents);
        return true;
      }),
    async activeInboundByPhone(phoneKey) {
      const where = and(eq(flows.phoneKey, phoneKey), eq(flows.kind, 'inbound'), eq(flows.status, 'active'));
      return (
        await system.read
          .select()
          .from(flows)
          .where(where)
          .orderBy(...oldestFirst)
          .limit(1)
      )[0];
    },
    async speakers(limit) {
      const rows = await system.read
        .select({ name: flows.name, speaker: flows.speaker, voice: voiceAgents.voiceConfig })
        .from(flows)
        .leftJoin(voiceAgents, eq(voiceAgents.uuid, flows.voiceAgentUuid))
        .orderBy(...oldestFirst)
        .limit(limit);
      return rows.map(({ name, speaker, voice }) => ({
        name,
        speaker: (voice as { speaker: string } | null)?.speaker ?? speaker,
      }));
    },
  };
}
