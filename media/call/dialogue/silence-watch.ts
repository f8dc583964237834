import type { CallLimits } from '../../ports.ts';

/** Detects that neither side says anything. Pure; times are milliseconds of the call. */
export interface SilenceWatch {
  /** Reports speech of either side, or a key. */
  activity(nowMs: number): void;
  /** Reports speech of the caller: the count of prompts restarts. */
  callerSpoke(nowMs: number): void;
  /** Reports whether the caller has asked the agent to wait. */
  wait(isAsked: boolean): void;
  /**
   * Returns whether to prompt the caller or give up; `count` is the number of prompts. While there is `sound` on the
   * line, such as music, prompts come later than in silence.
   */
  due(
    nowMs: number,
    sound?: boolean,
  ): { readonly kind: 'none' } | { readonly kind: 'prompt' | 'give_up'; readonly count: number };
}

/** Factor for a caller who looks something up: 40 s instead of 8 s. */
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
      // The agent gets one more request after the last prompt, so that it can say goodbye in its own words.
      return { kind: count > limits.maxSilencePrompts + 1 ? 'give_up' : 'prompt', count };
    },
  };
}
