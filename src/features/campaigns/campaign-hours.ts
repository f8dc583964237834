import { type CallingHours, wholeDay } from './calling-hours.ts';
import type { FlowRow } from './definition-store.ts';

type Timed = Pick<FlowRow, 'timeWindow' | 'startDate' | 'endDate' | 'config'>;

/** The zone by whose clocks a campaign keeps its hours and days. */
export function zoneOfRow({ timeWindow, config }: Pick<FlowRow, 'timeWindow' | 'config'>): string {
  const { timezone } = config as { timezone?: unknown };
  return timeWindow?.timezone ?? (typeof timezone === 'string' ? timezone : 'UTC');
}

/** When a campaign dials, and with `contactZone` when a contact there may be dialled: the same hours on both clocks. */
export function hoursOf(flow: Timed, contactZone: string | null = null): CallingHours[] {
  const { timeWindow, startDate, endDate } = flow;
  const own = { ...(timeWindow ?? wholeDay(zoneOfRow(flow))), startDate, endDate };
  return contactZone === null || timeWindow === null ? [own] : [own, { ...timeWindow, timezone: contactZone }];
}
