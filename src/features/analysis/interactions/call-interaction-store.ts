import { eq } from 'drizzle-orm';
import type { Database, OrganisationId, TenantQueries } from '../../../data/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import { type CallRow, type OnSpoken, personOf, websiteLines } from '../../calls/index.ts';
import { participantsIn } from './participants-store.ts';
import type { TranscriptStore } from './transcript-store.ts';

export interface CallInteractionsOptions {
  readonly database: Database;
  readonly transcripts: TranscriptStore;
  /** Called when a transcript is new or has grown, to have it analysed. */
  readonly onWords: (queries: TenantQueries, organisation: OrganisationId, interactionUuid: string) => Promise<void>;
  readonly now: () => Date;
}

/**
 * Stores the interaction and transcript of a call in the transaction that ends it, and replaces the transcript when
 * words are added later. Names are stored as of that time, so that they outlive the contact and the agent.
 */
export function createCallInteractions(options: CallInteractionsOptions): OnSpoken {
  const { database, transcripts, now } = options;
  const { calls, interactions } = database.tables;
  return async (queries, organisation, { call, transcript }) => {
    const count = await queries.count(interactions, eq(interactions.uuid, call.uuid));
    const at = now().toISOString();
    if (count === 0) {
      const about = await participantsOf(queries, database, call);
      const row = {
        uuid: call.uuid,
        source: call.callType === 'test' ? ('test' as const) : ('call' as const),
        connected: isReached(call),
        ...stateOf(call, transcript.length > 0),
        direction: call.callType === 'test' ? null : call.callType,
        flowUuid: campaignOf(call),
        ...about,
        calledAt: call.createdAt,
        durationMs: call.durationMs ?? 0,
        edits: {},
        search: searchTextOf({ ...about, summary: null }),
        createdAt: at,
        updatedAt: at,
      };
      await queries.insert(interactions, [row]);
      if (about.contactUuid !== call.contactUuid)
        await queries.update(calls, { contactUuid: about.contactUuid }, eq(calls.uuid, call.uuid));
    }
    if (transcript.length === 0) return;
    await transcripts.put(queries, call.uuid, transcript, now());
    await options.onWords(queries, organisation, call.uuid);
  };
}

/** Null for calls of an agent without a campaign. */
const campaignOf = ({ flowUuid, voiceAgentUuid }: CallRow): string | null =>
  flowUuid === '' || flowUuid === voiceAgentUuid ? null : flowUuid;

/** Nobody was reached if only a robot answered. */
const isReached = ({ startedAt, outcome }: CallRow): boolean => startedAt !== null && outcome !== 'no-answer';

/** Calls without words are not analysed; their outcome is in the call's record. */
function stateOf(call: CallRow, hasWords: boolean) {
  if (hasWords) return { status: 'pending' as const };
  const outcomeOfCall = call.outcome === 'voicemail' ? 'voicemail' : isReached(call) ? null : 'failed';
  return { status: 'completed' as const, outcome: outcomeOfCall };
}

async function participantsOf(queries: TenantQueries, database: Database, call: CallRow) {
  const { contacts } = database.tables;
  const { contactUuid, phone } = personOf(call);
  const columns = { uuid: contacts.uuid, name: contacts.name, phone: contacts.phone };
  // A contact that was created during the call is found by its number.
  const isThis = contactUuid === null ? eq(contacts.phone, phone) : eq(contacts.uuid, contactUuid);
  const hasNone = contactUuid === null && call.callType === 'test';
  // A page has no number.
  const isNumber = phone !== '' && call.callType !== 'test' && !websiteLines.includes(call.dialect);
  const [contact] = hasNone ? [] : await queries.pick(contacts, columns, isThis);
  return {
    contactUuid: contactUuid ?? contact?.uuid ?? null,
    customerName: contact?.name ?? null,
    customerPhone: contact?.phone ?? (isNumber ? phone : null),
    ...(await participantsIn(queries, database, {
      flowUuid: campaignOf(call),
      voiceAgentUuid: call.voiceAgentUuid,
      agentUserUuid: call.agentUserUuid,
    })),
  };
}
