import type { RunRow } from './store.ts';

/** Initial values of a run. */
export const nothingYet = {
  status: 'queued',
  verdict: null,
  score: null,
  transcript: [],
  scores: [],
  summary: null,
  endedReason: null,
  error: null,
  errorCode: null,
  proves: null,
  hasAudio: false,
  metrics: null,
  usage: null,
  clock: null,
  sessionUuid: null,
  sessionExpiresAt: null,
  agentVersion: null,
  proofUuid: null,
  startedAt: null,
  finishedAt: null,
} satisfies Partial<RunRow>;
