import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import { zoneNamed } from '../../../http/time-zone.ts';
import { hoursOf, nextOpen, zoneOfRow } from '../../campaigns/index.ts';
import type { TargetChange, TargetRow } from './target.ts';
import { createTargetStore } from './target-store.ts';

/** The call in which a callback is agreed on. */
export interface CallbackCall {
  readonly uuid: string;
  readonly flowUuid: string;
  readonly contactUuid: string | null;
}

/** `result` is a sentence for the model, also when nothing was planned. */
export interface PlannedCallback {
  readonly ok: boolean;
  readonly result: string;
}

export interface CallbacksOptions {
  readonly database: Database;
  readonly now: () => Date;
}

/** A contact whose calls always end in another callback is not one. */
const mostCallbacks = 5;
const mostDaysAhead = 90;

/**
 * Plans another call to the contact of a call in the campaign's queue, at a local time of the contact. It is refused
 * outside the calling hours, and where the campaign would not dial.
 */
export function createCallbacks({ database, now }: CallbacksOptions) {
  const store = createTargetStore(database);

  /** While a call to the contact is in progress, its end puts the contact back into the queue. */
  async function plan(queries: TenantQueries, { target, flowUuid, contactUuid, at, today }: Planned): Promise<void> {
    const callbackAt = at.toISOString();
    const updatedAt = today.toISOString();
    if (target !== undefined && (await store.changeDialing(queries, target.uuid, { callbackAt, updatedAt })) > 0)
      return;
    const change = callbackOf({ callbackAt, callbacks: target?.callbacks ?? 0 }, today);
    if (target !== undefined) return store.change(queries, [target.uuid], { ...change, updatedAt });
    const row = { ...newTarget, ...change, uuid: randomUUID(), flowUuid, contactUuid };
    await store.add(queries, { ...row, createdAt: updatedAt, updatedAt });
  }

  return async (
    organisation: OrganisationId,
    call: CallbackCall,
    args: Readonly<Record<string, unknown>>,
  ): Promise<PlannedCallback> => {
    const local = localTimeIn(args);
    if (local === undefined) return refused('The date must be a day as YYYY-MM-DD, and the time HH:MM in 24 hours.');
    return forOrganisation(database, organisation).tx(async (queries) => {
      const flow = await store.flow(queries, call.flowUuid);
      const contact = call.contactUuid === null ? undefined : await store.contact(queries, call.contactUuid);
      if (flow?.kind !== 'outbound' || contact === undefined)
        return refused('This call belongs to no campaign that could call back. Take a message.');
      if (flow.status !== 'active') return refused('The campaign of this call is not running. Take a message.');
      if (contact.optedOut) return refused('This person has asked not to be called.');
      const zone = contact.timezone === null ? zoneOfRow(flow) : zoneNamed(contact.timezone);
      if (zone === undefined) return refused('The time zone of this person is not known. Take a message.');
      const at = new Date(local.toZonedDateTime(zone).epochMilliseconds);
      const today = now();
      if (at.getTime() <= today.getTime())
        return refused(`That time has passed: it is now ${shown(today, zone)}. Ask for a later time.`);
      if (at.getTime() > today.getTime() + mostDaysAhead * 86_400_000)
        return refused(`Callbacks are possible within ${mostDaysAhead} days. Ask for an earlier time.`);
      const open = nextOpen(hoursOf(flow, contact.timezone === null ? null : zone), at);
      if (open === undefined) return refused('The campaign makes no calls then any more. Ask for an earlier time.');
      if (open.getTime() !== at.getTime())
        return refused(
          `Calls are not allowed at that time. The next possible time is ${shown(open, zone)}. Offer it, or ask for another.`,
        );
      const target = await store.ofContact(queries, flow.uuid, contact.uuid);
      if (target !== undefined && target.callbacks >= mostCallbacks)
        return refused(`There were ${mostCallbacks} callbacks already. Take a message.`);
      await plan(queries, { target, flowUuid: flow.uuid, contactUuid: contact.uuid, at, today });
      return { ok: true, result: `A callback is planned for ${shown(at, zone)}. Tell the person so.` };
    });
  };
}

interface Planned {
  readonly target: TargetRow | undefined;
  readonly flowUuid: string;
  readonly contactUuid: string;
  readonly at: Date;
  readonly today: Date;
}

const newTarget = {
  callUuid: null,
  dialledAt: null,
  outcome: null,
};

/** Returns the state of a contact that is called back. Its count of attempts restarts. */
export const callbackOf = (
  { callbackAt, callbacks }: { readonly callbackAt: string; readonly callbacks: number },
  at: Date,
) =>
  ({
    status: 'waiting',
    reason: 'callback',
    attempts: 0,
    nextAt: callbackAt > at.toISOString() ? callbackAt : at.toISOString(),
    callbackAt: null,
    callbacks: callbacks + 1,
  }) as const satisfies TargetChange;

const refused = (result: string): PlannedCallback => ({ ok: false, result });

const dayForm = /^\d{4}-\d\d-\d\d$/;
const timeForm = /^\d\d:\d\d$/;

function localTimeIn({ date, time }: Readonly<Record<string, unknown>>): Temporal.PlainDateTime | undefined {
  if (typeof date !== 'string' || typeof time !== 'string') return undefined;
  if (!dayForm.test(date) || !timeForm.test(time)) return undefined;
  try {
    return Temporal.PlainDateTime.from(`${date}T${time}`);
  } catch {
    return undefined;
  }
}

const shown = (at: Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)} (${timeZone})`;
