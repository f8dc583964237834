import type { CallLimits } from '../../ports.ts';

/** Notices that neither side says anything. Pure; milliseconds of the call. */
export interface SilenceWatch {
  /** Something was said, heard or keyed in. */
  activity(nowMs: number): void;
  /** The caller spoke: prompts are counted from the first again. */
  callerSpoke(nowMs: number): void;
  /** The caller asked to be waited for, or is back. */
  wait(isAsked: boolean): void;
  /**
   * Whether to ask if anybody is there, or to give up; `count` says how often it was asked. While there is `sound` on the
   * line, music say, nobody is asked as soon as in silence.
   */
  due(
    nowMs: number,
    sound?: boolean,
  ): { readonly kind: 'none' } | { readonly kind: 'prompt' | 'give_up'; readonly count: number };
}

/** How much longer a caller who looks something up is left in peace: 40 s where 8 s are the rule. */
const patience = 5;

export function createSilenceWatch(limits: CallLimits): SilenceWatch {
  let lastMs = 0;
  let soundMs = 0;
  let count = 0;
  let waiting = false;
  return {
    activity(nowMs) {
      lastMs = nowMs;
    },
    callerSpoke(nowMs) {
      lastMs = nowMs;
      count = 0;
    },
    wait(isAsked) {
      waiting = isAsked;
    },
    due(nowMs, sound = false) {
      if (sound) soundMs = nowMs;
      // A caller who returns from hold gets time to speak.
      const sinceMs = sound ? lastMs : Math.max(lastMs, soundMs);
      const limitMs = limits.silencePromptSeconds * 1000 * (waiting || sound ? patience : 1);
      if (nowMs - sinceMs < limitMs) return { kind: 'none' };
      lastMs = nowMs;
      count += 1;
      // The brain is asked once beyond the last prompt, so that it may take its leave in its own words.
      return { kind: count > limits.maxSilencePrompts + 1 ? 'give_up' : 'prompt', count };
    },
  };
}
