import { eq, inArray } from 'drizzle-orm';
import { allSettled, type Database, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import { type CallRow, type OnSpoken, personOf, type SpokenCall, websiteLines } from '../../calls/index.ts';
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
  return async (queries, organisation, spoken) => {
    const uuids = spoken.map(({ call }) => call.uuid);
    const stored = await queries.pickAmong(interactions, { uuid: interactions.uuid }, interactions.uuid, uuids);
    const isNew = ({ call }: SpokenCall): boolean => stored.every(({ uuid }) => uuid !== call.uuid);
    const added = spoken.filter(isNew);
    const aboutOf = await participantsOf(
      queries,
      database,
      added.map(({ call }) => call),
    );
    const at = now();
    await queries.insert(
      interactions,
      added.map((each) => interactionOf(each, aboutOf(each.call), at.toISOString())),
    );
    for (const { call } of added) {
      const { contactUuid } = aboutOf(call);
      if (contactUuid !== call.contactUuid) await queries.update(calls, { contactUuid }, eq(calls.uuid, call.uuid));
    }
    const worded = spoken.filter(({ transcript }) => transcript.length > 0);
    const [first, grown] = [worded.filter(isNew), worded.filter((each) => !isNew(each))];
    await transcripts.add(
      queries,
      first.map(({ call, transcript }) => ({ interactionUuid: call.uuid, transcript })),
      at,
    );
    for (const { call, transcript } of grown) await transcripts.put(queries, call.uuid, transcript, at);
    await allSettled(worded.map(({ call }) => options.onWords(queries, organisation, call.uuid)));
  };
}

/** Null for calls of an agent without a campaign. */
const campaignOf = ({ flowUuid, voiceAgentUuid }: CallRow): string | null =>
  flowUuid === '' || flowUuid === voiceAgentUuid ? null : flowUuid;

/** Nobody was reached if only a robot answered. */
const isReached = ({ startedAt, outcome }: CallRow): boolean => startedAt !== null && outcome !== 'no-answer';

/** Calls without words are not analysed; their outcome is in the call's record. */
function stateOf(call: CallRow, hasWords: boolean) {
  if (hasWords) return { status: 'pending' as const, outcome: null };
  const outcomeOfCall = call.outcome === 'voicemail' ? 'voicemail' : isReached(call) ? null : 'failed';
  return { status: 'completed' as const, outcome: outcomeOfCall };
}

type About = ReturnType<Awaited<ReturnType<typeof participantsOf>>>;

function interactionOf({ call, transcript }: SpokenCall, about: About, at: string) {
  return {
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
}

/** Returns a function that returns who took part in each of these calls. */
async function participantsOf(queries: TenantQueries, database: Database, ended: readonly CallRow[]) {
  const contactOf = await contactsOf(queries, database, ended);
  const conversationOf = (call: CallRow) => ({
    flowUuid: campaignOf(call),
    voiceAgentUuid: call.voiceAgentUuid,
    agentUserUuid: call.agentUserUuid,
  });
  const agentOf = await participantsIn(queries, database, ended.map(conversationOf));
  return (call: CallRow) => {
    const { contactUuid, phone } = personOf(call);
    const contact = contactUuid === null && call.callType === 'test' ? undefined : contactOf(call);
    // A page has no number.
    const isNumber = phone !== '' && call.callType !== 'test' && !websiteLines.includes(call.dialect);
    return {
      contactUuid: contactUuid ?? contact?.uuid ?? null,
      customerName: contact?.name ?? null,
      customerPhone: contact?.phone ?? (isNumber ? phone : null),
      ...agentOf(conversationOf(call)),
    };
  };
}

/**
 * Returns a function that returns the contact of each of these calls. One that was created during its call is found by
 * its number.
 */
async function contactsOf(queries: TenantQueries, { tables: { contacts } }: Database, ended: readonly CallRow[]) {
  const { uuid, name, phone } = contacts;
  const people = ended.map(personOf);
  const uuids = people.flatMap(({ contactUuid }) => contactUuid ?? []);
  const named = await queries.pickAmong(contacts, { uuid, name, phone }, uuid, uuids);
  const phones = people.flatMap((person) => (person.contactUuid === null ? person.phone : []));
  const callers =
    phones.length === 0 ? [] : await queries.pick(contacts, { uuid, name, phone }, inArray(phone, phones));
  return (call: CallRow) => {
    const person = personOf(call);
    return person.contactUuid === null
      ? callers.find((contact) => contact.phone === person.phone)
      : named.find((contact) => contact.uuid === person.contactUuid);
  };
}
