import { eq } from 'drizzle-orm';
import type { Database, OrganisationId, TenantQueries } from '../../data/index.ts';
import { type CallRow, type OnSpoken, personOf } from '../calls/index.ts';
import { searchTextOf } from './search-text.ts';
import type { TranscriptStore } from './transcript-store.ts';

export interface CallInteractionsOptions {
  readonly database: Database;
  readonly transcripts: TranscriptStore;
  /** Called when there are words to analyse, new ones or more of them. */
  readonly onWords: (queries: TenantQueries, organisation: OrganisationId, interactionUuid: string) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Stores the interaction and the transcript of a call in the transaction that ends it, and replaces the transcript when
 * words are added afterwards. Names are stored as they were at that time, so that they outlive the contact and the agent.
 */
export function createCallInteractions(options: CallInteractionsOptions): OnSpoken {
  const { database, transcripts, now } = options;
  const { interactions } = database.tables;
  return async (queries, organisation, { call, transcript }) => {
    const known = await queries.count(interactions, eq(interactions.uuid, call.uuid));
    const at = now().toISOString();
    if (known === 0) {
      const about = await participantsOf(queries, database, call);
      const row = {
        ...{ uuid: call.uuid, source: call.callType === 'test' ? ('test' as const) : ('call' as const) },
        ...{ connected: call.startedAt !== null, ...stateOf(call, transcript.length > 0) },
        direction: call.callType === 'test' ? null : call.callType,
        flowUuid: call.flowUuid === '' ? null : call.flowUuid,
        ...{ contactUuid: call.contactUuid, ...about, calledAt: call.createdAt, durationMs: call.durationMs ?? 0 },
        ...{ edits: {}, search: searchTextOf({ ...about, summary: null }), createdAt: at, updatedAt: at },
      };
      await queries.insert(interactions, [row]);
    }
    if (transcript.length === 0) return;
    await transcripts.put(queries, call.uuid, transcript, now());
    await options.onWords(queries, organisation, call.uuid);
  };
}

/** Without words there is nothing to analyse: the record of the call says what became of it. */
function stateOf({ outcome, startedAt }: CallRow, hasWords: boolean) {
  if (hasWords) return { status: 'pending' as const };
  const found = outcome === 'voicemail' ? 'voicemail' : startedAt === null ? 'failed' : null;
  return { status: 'completed' as const, outcome: found };
}

async function participantsOf(queries: TenantQueries, { tables }: Database, call: CallRow) {
  const { contacts, flows, users, voiceAgents } = tables;
  const { contactUuid, phone } = personOf(call);
  const [contact] =
    contactUuid === null
      ? []
      : await queries.pick(contacts, { name: contacts.name, phone: contacts.phone }, eq(contacts.uuid, contactUuid));
  const flowColumns = { voiceAgentUuid: flows.voiceAgentUuid, languageCode: flows.languageCode };
  const [flow] = call.flowUuid === '' ? [] : await queries.pick(flows, flowColumns, eq(flows.uuid, call.flowUuid));
  const { agentUserUuid } = call;
  const voiceAgentUuid = agentUserUuid === null ? (flow?.voiceAgentUuid ?? null) : null;
  const [agent] =
    voiceAgentUuid === null
      ? []
      : await queries.pick(voiceAgents, { name: voiceAgents.name }, eq(voiceAgents.uuid, voiceAgentUuid));
  const [teammate] =
    agentUserUuid === null
      ? []
      : await queries.system
          .select({ name: users.name, email: users.email })
          .from(users)
          .where(eq(users.uuid, agentUserUuid));
  return {
    customerName: contact?.name ?? null,
    customerPhone: contact?.phone ?? (phone === '' ? null : phone),
    ...{ voiceAgentUuid, agentUserUuid, languageCode: flow?.languageCode ?? null },
    agentName: agent?.name ?? teammate?.name ?? teammate?.email ?? null,
  };
}
