import { redactTurns } from '../../../analysis/redaction.ts';
import type { Analysis } from '../../../analysis/types.ts';
import type { WorkOptions } from '../../../threads/index.ts';
import type { Transcript, Turn } from '../../../transcripts/transcript.ts';
import { analysisOf, type Findings, judgeByRules } from './judge-by-rules.ts';
import type { Simulation } from './schema.ts';

export interface Practice {
  readonly simulation: Pick<Simulation, 'objective' | 'rubric_fields' | 'language_code'>;
  readonly turns: readonly Turn[];
  readonly calledAt: string;
  /** Whether rules judge all or some criteria; otherwise a language model does. */
  readonly byRules: boolean;
}

export interface PracticeReading {
  readonly transcript: Transcript;
  readonly analysis: Analysis;
  /** Undefined unless rules judge. */
  readonly findings: Findings | undefined;
}

/** Reads a practice call on another thread. Throws a `ThreadFault` if it takes too long. */
export type ReadPractice = (practice: Practice, options: WorkOptions) => Promise<PracticeReading>;

/** Redacts and analyses a practice call, and judges it by rules. */
export function readPractice({ simulation, turns, calledAt, byRules }: Practice): PracticeReading {
  const transcript: Transcript = redactTurns(turns);
  const analysis = analysisOf(simulation, transcript, calledAt);
  return { transcript, analysis, findings: byRules ? judgeByRules(simulation, analysis, transcript) : undefined };
}
