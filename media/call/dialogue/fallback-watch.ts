import type { AgentTrace } from '../../line/agent.ts';

/** This many fallbacks among the latest turns are reported. */
const fallbacksUntilAlarm = 3;
const latestTurns = 10;

const reasons: Readonly<Record<string, string>> = {
  llm_timeout: 'It did not answer in time.',
  llm_error: 'It could not be reached, or broke off.',
  llm_cut: 'It cut its reply off.',
  llm_garbage: 'Its reply could not be used.',
  llm_withheld: 'Its reply contained confidential instructions.',
};

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
      const reason = refusal === undefined ? reasons[fallback ?? ''] : `Its server says: ${refusal}`;
      return `The language model failed in ${fallbacksUntilAlarm} of the latest turns.${reason === undefined ? '' : ` ${reason}`}`;
    },
  };
}
