import type { AgentTrace } from '../../line/agent.ts';

/** This many fallbacks among the latest turns are reported. */
const fallbacksUntilAlarm = 3;
const latestTurns = 10;

/** Notices that a language model fails again and again. Pure state. */
export interface FallbackWatch {
  /** Records how a turn was answered. Returns the reason once the model has failed too often; once a call. */
  turn(trace: AgentTrace): string | undefined;
}

export function createFallbackWatch(): FallbackWatch {
  const latest: boolean[] = [];
  let isReported = false;
  return {
    turn({ fallback, refusal }) {
      latest.push(fallback !== undefined);
      if (latest.length > latestTurns) latest.shift();
      if (isReported || latest.filter((isFallback) => isFallback).length < fallbacksUntilAlarm) return undefined;
      isReported = true;
      const words = refusal === undefined ? '' : `, and its server says: ${refusal}`;
      return `the language model failed in ${fallbacksUntilAlarm} of the latest turns (${fallback}${words})`;
    },
  };
}
