import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, type InferSelectModel, isNotNull, or } from 'drizzle-orm';
import type { KnowledgeDocument } from '../../../../media/ports.ts';
import {
  along,
  byName,
  contains,
  type Database,
  forOrganisation,
  type Orders,
  type OrganisationId,
  orderBy,
  type SortedPage,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import {
  createHistory,
  createVersionStore,
  type Edit,
  type Subject,
  type VersionConflict,
} from '../../../versions/index.ts';

export type FlowRow = InferSelectModel<Tables['flows']>;
export type NewFlow = Omit<FlowRow, 'organisationId'>;
export type FlowChange = Partial<Omit<FlowRow, 'organisationId' | 'uuid' | 'createdAt'>>;

export interface FlowFilter {
  readonly status?: FlowRow['status'] | undefined;
  readonly kind?: FlowRow['kind'] | undefined;
  /** A part of the name. */
  readonly q?: string | undefined;
}

type FlowSort = 'name' | 'created_at';

/** Oldest first where no order is asked for. */
export type FlowPage = SortedPage<FlowSort>;

/** Initial values of a flow. */
export const plainFlow = {
  extension: null,
  branches: [],
  startDate: null,
  endDate: null,
  timeWindow: null,
  statusReason: null,
  providerFailures: 0,
  version: 1,
} as const satisfies FlowChange;

const subjectOf = (uuid: string): Subject => ({ kind: 'campaign', id: uuid });

/** What a version of a campaign holds: all that people set, in the names of the API. */
export const definitionOf = (row: NewFlow) => ({
  kind: row.kind,
  name: row.name,
  provider: row.provider,
  voice_agent_id: row.voiceAgentUuid,
  language_code: row.languageCode,
  phone_number: row.phoneNumber,
  extension: row.extension,
  branches: [...row.branches],
  start_date: row.startDate,
  end_date: row.endDate,
  time_window: row.timeWindow,
  config: row.config,
});

type FlowDefinition = ReturnType<typeof definitionOf>;

/** The parts of a definition that a call uses. */
const setOf = ({ name, language_code, config, voice_agent_id }: FlowDefinition): FlowChange => ({
  name,
  languageCode: language_code,
  config,
  voiceAgentUuid: voice_agent_id,
});

/** Exceeds the number of organisations that may compete for one number. */
const maxAnswering = 20;

/** A flow that answers calls to its number, or from telephones to its extension. */
export type AnsweringFlow = Pick<FlowRow, 'uuid' | 'organisationId' | 'phoneNumber' | 'extension' | 'updatedAt'>;

export interface FlowStore {
  get(organisation: OrganisationId, uuid: string): Promise<FlowRow | undefined>;
  /** Returns the flow with the definition of a version; undefined if that version is not kept. */
  atVersion(row: FlowRow, version: number): Promise<FlowRow | undefined>;
  list(organisation: OrganisationId, filter: FlowFilter, page: FlowPage): Promise<{ rows: FlowRow[]; total: number }>;
  knowledge(organisation: OrganisationId, flowUuid: string): Promise<KnowledgeDocument[]>;
  /** Inserts the flow unless it exists. Returns whether it was inserted. */
  addNew(
    organisation: OrganisationId,
    flow: NewFlow,
    knowledge: readonly KnowledgeDocument[],
    edit?: Edit,
  ): Promise<boolean>;
  /**
   * Applies the change that `decide` returns. `decide` receives the current flow and may read and write in the same
   * transaction. Any other result is returned and changes nothing. Undefined for an unknown flow.
   */
  change<T extends object>(
    organisation: OrganisationId,
    uuid: string,
    decide: (row: FlowRow, queries: TenantQueries) => Promise<{ readonly set: FlowChange } | T>,
    edit?: Edit,
  ): Promise<FlowRow | T | VersionConflict | undefined>;
  /** Returns the uuid of the oldest flow that uses this agent. */
  firstWithAgent(organisation: OrganisationId, agentUuid: string): Promise<string | undefined>;
  /** Returns the number of flows that use this agent. */
  countWithAgent(organisation: OrganisationId, agentUuid: string): Promise<number>;
  /** Deletes a flow with its documents and keeps its calls. Returns whether the flow existed. */
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
  /** Active inbound flows with this phone key, of all organisations, oldest first. */
  activeInboundByPhone(phoneKey: string): Promise<FlowRow[]>;
  /** Active inbound flows with a number or an extension, of all organisations, in order of uuid from the one after `uuid`. */
  activeInboundAfter(uuid: string, limit: number): Promise<AnsweringFlow[]>;
  /** Returns whether a phone, or another flow, of the organisation has this extension. */
  hasExtension(organisation: OrganisationId, extension: string, except?: string): Promise<boolean>;
  /** Returns the voices of the oldest flows of all organisations, as currently set by their agents. */
  speakers(limit: number): Promise<{ name: string; speaker: string }[]>;
}

export function createFlowStore(database: Database): FlowStore {
  const { flows, flowKnowledge, phones, voiceAgents } = database.tables;
  const { system } = database;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const history = createHistory(database.tables);
  const versions = createVersionStore(database);
  const oldestFirst = [asc(flows.createdAt), asc(flows.uuid)];
  const orders: Orders<FlowSort> = {
    name: (direction) => [byName(direction, flows.name), along(direction, flows.uuid)],
    created_at: (direction) => [along(direction, flows.createdAt), along(direction, flows.uuid)],
  };

  return {
    async get(organisation, uuid) {
      return (await of(organisation).read.select(flows, eq(flows.uuid, uuid)))[0];
    },
    async atVersion(row, version) {
      if (row.version === version) return row;
      const earlier = await versions.get(row.organisationId, subjectOf(row.uuid), version);
      return earlier && { ...row, ...setOf(earlier.definition as FlowDefinition), version };
    },
    async list(organisation, { status, kind, q }, { limit, offset, ...sorting }) {
      const { read } = of(organisation);
      const where = and(
        status === undefined ? undefined : eq(flows.status, status),
        kind === undefined ? undefined : eq(flows.kind, kind),
        q === undefined ? undefined : contains(flows.name, q),
      );
      const page = { limit, offset, orderBy: orderBy(sorting, orders, { sort: 'created_at', order: 'asc' }) };
      const rows = await read.select(flows, where, page);
      return { rows, total: await read.count(flows, where) };
    },
    async knowledge(organisation, flowUuid) {
      const rows = await of(organisation).read.select(flowKnowledge, eq(flowKnowledge.flowUuid, flowUuid), {
        orderBy: [asc(flowKnowledge.position)],
      });
      return rows.map((row) => ({ id: row.documentId, title: row.title, text: row.text }));
    },
    addNew: (organisation, flow, knowledge, edit = {}) =>
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
        const saved = { definition: definitionOf(flow), edit, at: flow.createdAt };
        await history.begin(queries, subjectOf(flow.uuid), saved);
        return true;
      }),
    change: (organisation, uuid, decide, edit = {}) =>
      of(organisation).tx(async (queries) => {
        const mine = eq(flows.uuid, uuid);
        const [row] = await queries.select(flows, mine);
        if (row === undefined) return undefined;
        const subject = subjectOf(uuid);
        const current = { number: row.version, definition: definitionOf(row), createdAt: row.updatedAt };
        const conflict = await history.conflict(queries, subject, current, edit);
        if (conflict !== undefined) return conflict;
        const decided = await decide(row, queries);
        if (!('set' in decided)) return decided;
        const after = { ...row, ...decided.set };
        const saved = { definition: definitionOf(after), edit, at: after.updatedAt };
        const isSame = isDeepStrictEqual(saved.definition, current.definition) && edit.restoredFrom === undefined;
        const version = isSame ? row.version : await history.add(queries, subject, current, saved);
        await queries.update(flows, { ...decided.set, version }, mine);
        return { ...after, version };
      }),
    async firstWithAgent(organisation, agentUuid) {
      const page = { orderBy: oldestFirst, limit: 1 };
      return (await of(organisation).read.select(flows, eq(flows.voiceAgentUuid, agentUuid), page))[0]?.uuid;
    },
    countWithAgent: (organisation, agentUuid) =>
      of(organisation).read.count(flows, eq(flows.voiceAgentUuid, agentUuid)),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => {
        await history.remove(queries, subjectOf(uuid));
        return (await queries.delete(flows, eq(flows.uuid, uuid))) > 0;
      }),
    async activeInboundByPhone(phoneKey) {
      const where = and(eq(flows.phoneKey, phoneKey), eq(flows.kind, 'inbound'), eq(flows.status, 'active'));
      const query = system.read.select().from(flows).where(where);
      return query.orderBy(...oldestFirst).limit(maxAnswering);
    },
    async activeInboundAfter(uuid, limit) {
      const isDialled = or(isNotNull(flows.phoneKey), isNotNull(flows.extension));
      const isActive = and(eq(flows.kind, 'inbound'), eq(flows.status, 'active'), isDialled);
      const { organisationId, phoneNumber, extension, updatedAt } = flows;
      const query = system.read
        .select({ uuid: flows.uuid, organisationId, phoneNumber, extension, updatedAt })
        .from(flows)
        .where(and(isActive, gt(flows.uuid, uuid)));
      return query.orderBy(asc(flows.uuid)).limit(limit);
    },
    async hasExtension(organisation, extension, except) {
      const { read } = of(organisation);
      const others = await read.select(flows, eq(flows.extension, extension));
      if (others.some(({ uuid }) => uuid !== except)) return true;
      return (await read.count(phones, eq(phones.extension, extension))) > 0;
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
