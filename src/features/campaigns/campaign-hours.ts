import { type CallingHours, wholeDay } from './calling-hours.ts';
import type { FlowRow } from './definition-store.ts';

type Timed = Pick<FlowRow, 'timeWindow' | 'startDate' | 'endDate' | 'config'>;

/** Returns the time zone of a campaign's hours and dates. */
export function zoneOfRow({ timeWindow, config }: Pick<FlowRow, 'timeWindow' | 'config'>): string {
  const { timezone } = config as { timezone?: unknown };
  return timeWindow?.timezone ?? (typeof timezone === 'string' ? timezone : 'UTC');
}

/** Returns the hours in which a campaign dials; with `contactZone` also the same hours in the contact's zone. */
export function hoursOf(flow: Timed, contactZone: string | null = null): CallingHours[] {
  const { timeWindow, startDate, endDate } = flow;
  const own = { ...(timeWindow ?? wholeDay(zoneOfRow(flow))), startDate, endDate };
  return contactZone === null || timeWindow === null ? [own] : [own, { ...timeWindow, timezone: contactZone }];
}
