import type { CallLanguage } from './call-language.ts';
import type { Responder } from './responder.ts';

export interface HoldLinesOptions {
  readonly language: CallLanguage;
  readonly responder: Pick<Responder, 'say' | 'transferring' | 'isWaitingForTool' | 'isProgressDue'>;
  readonly nowMs: () => number;
}

/** What a caller hears from time to time while something takes long. */
export interface HoldLines {
  /** Speaks when a line is due. `isSilent`: neither side speaks. `isQuiet`: the agent may speak, too. */
  tick(line: { readonly isSilent: boolean; readonly isQuiet: boolean; readonly quietSinceMs: number }): void;
}

/** Maximum silence for a caller who is being transferred. */
const holdQuietMs = 6000;

export function createHoldLines({ language, responder, nowMs }: HoldLinesOptions): HoldLines {
  let held = 0;
  let waited = 0;
  let heldAtMs = 0;
  return {
    tick({ isSilent, isQuiet, quietSinceMs }) {
      const { hold, progress } = language.lines;
      if (isSilent && responder.transferring && nowMs() - Math.max(quietSinceMs, heldAtMs) >= holdQuietMs) {
        heldAtMs = nowMs();
        responder.say(hold[held++ % hold.length] as string);
      } else if (isQuiet && responder.isWaitingForTool && responder.isProgressDue())
        responder.say(progress[waited++ % progress.length] as string);
    },
  };
}
