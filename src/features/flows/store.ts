import { and, asc, eq, type InferSelectModel } from 'drizzle-orm';
import type { KnowledgeDocument } from '../../../media/ports.ts';
import type { Tables, TenantDatabase } from '../../data/index.ts';

export type FlowRow = InferSelectModel<Tables['flows']>;
export type NewFlow = Omit<FlowRow, 'organisationId'>;

export interface FlowStore {
  get(uuid: string): Promise<FlowRow | undefined>;
  list(page: { limit: number; offset: number }): Promise<{ rows: FlowRow[]; total: number }>;
  /** The active inbound flow with this phone key; the oldest when there are several. */
  activeInboundByPhone(phoneKey: string): Promise<FlowRow | undefined>;
  knowledge(flowUuid: string): Promise<KnowledgeDocument[]>;
  /** Inserts unless this flow is there already. Answers whether it did. */
  addNew(flow: NewFlow, knowledge: readonly KnowledgeDocument[]): Promise<boolean>;
}

export function createFlowStore(database: TenantDatabase): FlowStore {
  const { flows, flowKnowledge } = database.tables;
  return {
    async get(uuid) {
      return (await database.read.select(flows, eq(flows.uuid, uuid)))[0];
    },
    async list(page) {
      const rows = await database.read.select(flows, undefined, {
        ...page,
        orderBy: [asc(flows.createdAt), asc(flows.uuid)],
      });
      return { rows, total: await database.read.count(flows) };
    },
    async activeInboundByPhone(phoneKey) {
      const where = and(eq(flows.phoneKey, phoneKey), eq(flows.kind, 'inbound'), eq(flows.status, 'active'));
      return (
        await database.read.select(flows, where, { orderBy: [asc(flows.createdAt), asc(flows.uuid)], limit: 1 })
      )[0];
    },
    async knowledge(flowUuid) {
      const rows = await database.read.select(flowKnowledge, eq(flowKnowledge.flowUuid, flowUuid), {
        orderBy: [asc(flowKnowledge.position)],
      });
      return rows.map((row) => ({ id: row.documentId, title: row.title, text: row.text }));
    },
    addNew: (flow, knowledge) =>
      database.tx(async (queries) => {
        if ((await queries.count(flows, eq(flows.uuid, flow.uuid))) > 0) return false;
        await queries.insert(flows, [flow]);
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
  };
}
