import { analyse } from '../../src/analysis/analyse.ts';
import type { Field } from '../../src/analysis/types.ts';
import { facts } from './outcomes.ts';
import { percent, type Row } from './row.ts';
import { type SgdDialogue, sgdTalk } from './sets.ts';

const bookable = /^(?:Restaurants|Services|Homes)_/;

const field = (key: string, type: Field['type'], name: string, description: string): Field => ({
  key,
  name,
  group: 'call',
  type,
  options: [],
  description,
});

const fields: readonly Field[] = [
  field('date', 'date', 'Booking date', 'The day of the reservation or visit'),
  field('time', 'time', 'Booking time', 'The time of the reservation or visit'),
];

interface Booking {
  readonly isMade: boolean;
  readonly date: string | undefined;
  readonly time: string | undefined;
}

/** Returns the last booking that the labels of a dialogue confirm, and whether it succeeded. */
function bookingOf({ turns }: SgdDialogue): Booking {
  const last: Record<string, string | undefined> = {};
  let isMade = false;
  for (const { speaker, frames } of turns)
    for (const { actions } of frames)
      for (const { act, slot, canonical_values: values } of actions) {
        if (act === 'NOTIFY_SUCCESS') isMade = true;
        // An offer of another time that led to a booking is its time.
        if (speaker === 'SYSTEM' && (act === 'CONFIRM' || act === 'OFFER') && values[0] !== undefined)
          last[slot.replace(/^.*_(?=date$|time$)/, '')] = values[0];
      }
  return { isMade, date: last.date, time: last.time };
}

/** Rows on bookings by one service: whether they were made, and their last day and time. */
export function bookingRows(dialogues: readonly SgdDialogue[], set: string): Row[] {
  const own = dialogues.filter(({ services }) => services.length === 1 && bookable.test(services[0] ?? ''));
  let [made, recalled, invented, dates, dated, times, timed] = [0, 0, 0, 0, 0, 0, 0];
  for (const dialogue of own) {
    const { isMade, date, time } = bookingOf(dialogue);
    const { outcome, fields: values } = analyse(sgdTalk(dialogue), fields, facts);
    const isScheduled = outcome?.value === 'visit_scheduled';
    if (!isMade) {
      invented += isScheduled ? 1 : 0;
      continue;
    }
    const valueFor = (key: string): string => String(values.find((value) => value.key === key)?.value ?? '');
    [made, recalled] = [made + 1, recalled + (isScheduled ? 1 : 0)];
    if (date !== undefined) [dated, dates] = [dated + 1, dates + (valueFor('date').slice(0, 10) === date ? 1 : 0)];
    if (time !== undefined) [timed, times] = [timed + 1, times + (valueFor('time') === time ? 1 : 0)];
  }
  const row = (figure: string, part: number, n: number, goal: string): Row => ({
    figure,
    set,
    n,
    value: percent(part, n),
    goal,
  });
  return [
    row('day of completed bookings', dates, dated, '90 %'),
    row('time of completed bookings', times, timed, '85 %'),
    row('visit_scheduled, precision', recalled, recalled + invented, '97 %'),
    row('visit_scheduled, recall', recalled, made, '80 %'),
  ];
}
