import { timeZoneAdvice, zoneNamed } from '../../../http/time-zone.ts';
import { type CallingHours, wholeDay } from './calling-hours.ts';
import type { FlowRow } from './definition-store.ts';

type Timed = Pick<FlowRow, 'timeWindow' | 'startDate' | 'endDate' | 'config'>;

type Zoned = Pick<FlowRow, 'timeWindow' | 'config'>;

/** Returns the time zone of a campaign's hours and dates. It is not a zone if `zoneTrouble` returns a sentence. */
export function zoneOfRow({ timeWindow, config }: Zoned): string {
  const { timezone } = config as { timezone?: unknown };
  const stored = timeWindow?.timezone ?? (typeof timezone === 'string' ? timezone : 'UTC');
  return zoneNamed(stored) ?? stored;
}

/** Returns a sentence if the stored time zone of a campaign is not one, as older versions accepted. */
export function zoneTrouble(flow: Zoned): string | undefined {
  const zone = zoneOfRow(flow);
  return zoneNamed(zone) === undefined ? `The time zone ${zone} of the campaign ${timeZoneAdvice(zone)}.` : undefined;
}

/** Returns the hours in which a campaign dials; with `contactZone` also the same hours in the contact's zone. */
export function hoursOf(flow: Timed, contactZone: string | null = null): CallingHours[] {
  const { timeWindow, startDate, endDate } = flow;
  const timezone = zoneOfRow(flow);
  const hours = { ...(timeWindow ?? wholeDay(timezone)), timezone, startDate, endDate };
  return contactZone === null || timeWindow === null ? [hours] : [hours, { ...timeWindow, timezone: contactZone }];
}
