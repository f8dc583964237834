import type { Route } from '../engines/route.ts';
import type { Clock } from '../kit/clock.ts';
import type { Scope } from '../kit/scope.ts';
import type { LineRateHz } from '../line/audio.ts';
import type { Chunking, WireEvent } from '../line/wire.ts';
import type { CallEvent, CallPlan } from '../ports.ts';
import type { CallEquipment } from './equipment.ts';

/** What every part of a call's line needs. */
export interface LineContext {
  readonly plan: CallPlan;
  readonly route: Route;
  readonly equipment: CallEquipment;
  readonly scope: Scope;
  readonly start: WireEvent & { readonly type: 'start' };
  readonly rateHz: LineRateHz;
  readonly chunking: Chunking;
  /** Milliseconds since the stream began. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
  readonly trouble: (error: unknown) => void;
  /** Runs a callback, so that an error affects only this call. */
  readonly guarded: (part: () => void) => void;
}

/** The time of a call. During a beat or a frame it stands still, so that the parts of the call read the clock once. */
export interface LineTime {
  readonly nowMs: () => number;
  atOneTime(part: () => void): void;
}

export function createLineTime(clock: Clock): LineTime {
  const startedAt = clock.nowMs();
  let handledMs: number | undefined;
  const nowMs = (): number => handledMs ?? clock.nowMs() - startedAt;
  return {
    nowMs,
    atOneTime(part) {
      handledMs = nowMs();
      try {
        part();
      } finally {
        handledMs = undefined;
      }
    },
  };
}
