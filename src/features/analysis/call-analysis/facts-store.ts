import { eq } from 'drizzle-orm';
import type { Facts } from '../../../analysis/types.ts';
import type { Database, OrganisationId, Queries, TenantQueries } from '../../../data/index.ts';
import { zoneNamed } from '../../../http/time-zone.ts';
import { writtenLine } from '../../calls/index.ts';
import type { InteractionRow } from '../interactions/index.ts';
import type { Segments } from '../segments/index.ts';
import type { KnownRecording } from './hearing.ts';

/**
 * Reads facts about a conversation from its records, apart from its transcript. Days that people name are those of the
 * contact's time zone, else of the organisation's.
 */
export function createFacts(
  { tables }: Database,
  zoneOf: (organisation: OrganisationId, queries: Queries) => Promise<string>,
) {
  const { calls, contacts } = tables;
  return async (queries: TenantQueries, row: InteractionRow): Promise<Facts> => {
    const { contactUuid, calledAt, connected, durationMs } = row;
    const [contact] =
      contactUuid === null
        ? []
        : await queries.pick(contacts, { timezone: contacts.timezone }, eq(contacts.uuid, contactUuid));
    const columns = { outcome: calls.outcome, endReason: calls.endReason, dialect: calls.dialect };
    const [call] = row.source === 'call' ? await queries.pick(calls, columns, eq(calls.uuid, row.uuid)) : [];
    const contactZone = contact?.timezone == null ? undefined : zoneNamed(contact.timezone);
    const zone = contactZone ?? (await zoneOf(row.organisationId as OrganisationId, queries.system));
    return {
      calledAt,
      connected,
      durationMs,
      utcOffsetMinutes: offsetOf(zone, new Date(calledAt)),
      languageCode: row.languageCode,
      isTimed: (row.source === 'call' && call?.dialect !== writtenLine) || row.recordingDigest !== null,
      voicemail: call?.outcome === 'voicemail',
      transferred: call?.endReason === 'transferred',
    };
  };
}

/** Returns what helps recognition: names of the people, the organisation and the call's segments. */
export function createKnown({ system, tables: { organisations } }: Database, segments: Pick<Segments, 'ofCalls'>) {
  return async (row: InteractionRow): Promise<KnownRecording> => {
    const { organisationId, agentName, customerName, direction, recordingName } = row;
    const isOwn = eq(organisations.uuid, organisationId);
    const named = await system.read.select({ name: organisations.name }).from(organisations).where(isOwn);
    const companies = named.map(({ name }) => name);
    const names = (await segments.ofCalls(organisationId, [row]))(row).map(({ name }) => name);
    return { agentName, customerName, direction, recordingName, companies, names };
  };
}

/** Returns the UTC offset of an IANA zone at a moment; 0 for an unknown zone. */
function offsetOf(timeZone: string, at: Date): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return 0;
  }
}
