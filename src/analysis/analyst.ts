import type { WorkOptions } from '../threads/index.ts';
import type { Transcript, Turn } from '../transcripts/transcript.ts';
import { analyse } from './analyse.ts';
import { type OpenQuestions, openQuestionsOf } from './open-questions.ts';
import { type Proposals, withProposals } from './proposals.ts';
import type { Analysis, Facts, Field } from './types.ts';

export interface AnalysisRequest {
  readonly transcript: Transcript;
  readonly fields: readonly Field[];
  readonly facts: Facts;
  /** Proposals of a language model, if one was asked. */
  readonly proposals?: Proposals | null;
}

/**
 * Reads conversations on other threads: the largest take seconds. Organisations take turns. Throws a `ThreadFault` if a
 * conversation takes too long, or if too many wait.
 */
export interface Analyst {
  analyse(request: AnalysisRequest, options: WorkOptions): Promise<Analysis>;
  /** Returns what the rules leave open for a language model; null if that is nothing. */
  openQuestions(request: AnalysisRequest, options: WorkOptions): Promise<OpenQuestions | null>;
  redactTurns(turns: readonly Turn[], options: WorkOptions): Promise<Turn[]>;
}

/** Analyses a conversation on this thread. */
export function analysisOf({ transcript, fields, facts, proposals = null }: AnalysisRequest): Analysis {
  const byRules = analyse(transcript, fields, facts);
  return proposals === null ? byRules : withProposals(byRules, proposals, { transcript, fields, facts });
}

/** Reads on this thread what the rules leave open. */
export const openQuestionsIn = (request: AnalysisRequest): OpenQuestions | null =>
  openQuestionsOf(request, analyse(request.transcript, request.fields, request.facts));
