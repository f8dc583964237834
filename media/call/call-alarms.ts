import { isFault } from '../line/fault.ts';
import type { CallEvent } from '../ports.ts';
import type { CallEquipment } from './equipment.ts';

export interface CallAlarmsOptions {
  readonly callUuid: string;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
  readonly log: CallEquipment['log'];
}

/** Limits of the alarms about trouble that the provider reports. */
const maxReasons = 20;
const maxReasonLength = 200;

/** Records the troubles of one call as alarms in its events. */
export function createCallAlarms({ callUuid, nowMs, note, log }: CallAlarmsOptions) {
  const reasons = new Set<string>();

  const alarm = (code: string, detail: string): void =>
    note({ type: 'alarm', atMs: Math.round(nowMs()), code, detail });

  return {
    alarm,
    /** Logs an error too, with its advice if it has one. */
    trouble(error: unknown): void {
      const code = isFault(error) ? error.code : 'unexpected';
      const detail = error instanceof Error ? error.message : String(error);
      const advice = isFault(error) ? error.advice : undefined;
      log('error in a call', { callUuid, code, error: String(error), ...(advice && { advice }) });
      alarm(code, advice === undefined ? detail : `${detail}. ${advice}`);
    },
    /** Each reason is one alarm: a provider may report the same trouble with every piece of audio. */
    ofProvider(text: string): void {
      const reason = text.slice(0, maxReasonLength);
      if (reasons.has(reason) || reasons.size >= maxReasons) return;
      reasons.add(reason);
      alarm('provider_trouble', reason);
    },
  };
}
