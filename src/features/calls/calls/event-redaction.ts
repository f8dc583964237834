import { type Question, redactedLine, redactStrings } from '../../../analysis/redaction.ts';
import type { TenantQueries } from '../../../data/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
import type { LoggedEvent, StoredEvent } from './call-rows.ts';

/** Removes card and social security numbers from events before they are stored, if the organisation wants that. */
export type RedactEvents = (queries: TenantQueries, events: readonly LoggedEvent[]) => Promise<readonly LoggedEvent[]>;

/** Maximum number of calls whose latest lines are cached. */
const mostCalls = 2000;
const linesRemembered = 3;
/** Event types from the provider, or without spoken words; these are stored unchanged. */
const keptTypes: ReadonlySet<StoredEvent['type']> = new Set(['started', 'ended', 'callback', 'recording', 'reception']);

/** A retried event is redacted as in the first attempt, whatever was said in between. */
export function createEventRedaction(isOn: (queries: TenantQueries) => Promise<boolean>): RedactEvents {
  const latest = createGrowingCache<readonly Question[]>(mostCalls);
  const done = new WeakMap<StoredEvent, StoredEvent>();

  function redacted({ callUuid, event }: LoggedEvent): StoredEvent {
    const redactedEvent = done.get(event);
    if (redactedEvent !== undefined) return redactedEvent;
    const before = latest.get(callUuid) ?? [];
    const result = withoutNumbers(event, before);
    done.set(event, result);
    if (event.type === 'line') latest.set(callUuid, [...before, event.line].slice(-linesRemembered));
    if (event.type === 'ended') latest.delete(callUuid);
    return result;
  }

  return async (queries, events) => {
    const results = events.map((logged) => ({ ...logged, event: redacted(logged) }));
    const isChanged = results.some(({ event }, index) => event !== events[index]?.event);
    return isChanged && (await isOn(queries)) ? results : events;
  };
}

/** Returns the same object if there is nothing to remove. */
function withoutNumbers(event: StoredEvent, before: readonly Question[]): StoredEvent {
  if (keptTypes.has(event.type)) return event;
  if (event.type === 'line') {
    const line = redactedLine(event.line, before);
    return line === event.line ? event : { ...event, line };
  }
  return redactStrings(event, before);
}
