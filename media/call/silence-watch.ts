import type { CallLimits } from '../ports.ts';

/** Notices that neither side says anything. Pure; milliseconds of the call. */
export interface SilenceWatch {
  /** Something was said, heard or keyed in. */
  activity(nowMs: number): void;
  /** The caller spoke: prompts are counted from the first again. */
  callerSpoke(nowMs: number): void;
  /** Whether to ask if anybody is there, or to give up; `count` says how often it was asked. */
  due(nowMs: number): { readonly kind: 'none' } | { readonly kind: 'prompt' | 'give_up'; readonly count: number };
}

export function createSilenceWatch(limits: CallLimits): SilenceWatch {
  let lastMs = 0;
  let count = 0;
  return {
    activity(nowMs) {
      lastMs = nowMs;
    },
    callerSpoke(nowMs) {
      lastMs = nowMs;
      count = 0;
    },
    due(nowMs) {
      if (nowMs - lastMs < limits.silencePromptSeconds * 1000) return { kind: 'none' };
      lastMs = nowMs;
      count += 1;
      // The brain is asked once beyond the last prompt, so that it may take its leave in its own words.
      return { kind: count > limits.maxSilencePrompts + 1 ? 'give_up' : 'prompt', count };
    },
  };
}
