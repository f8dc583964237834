import { type AnalysisRequest, analysisOf, openQuestionsIn } from '../../analysis/analyst.ts';
import { redactTurns } from '../../analysis/redaction.ts';
import { draftOf, type SourceCall } from '../../features/coaching/scenario-drafts/draft.ts';
import { readPractice } from '../../features/coaching/simulations/read-practice.ts';
import type { Work } from '../../threads/index.ts';
import type { Turn } from '../../transcripts/transcript.ts';

/** What threads do with conversations. Their modules import no feature as a whole, which keeps a thread small. */
export const conversationWork = {
  analyse: (request: AnalysisRequest) => analysisOf(request),
  openQuestions: (request: AnalysisRequest) => openQuestionsIn(request),
  redactTurns: (turns: readonly Turn[]) => redactTurns(turns),
  readPractice,
  draftScenario: (call: SourceCall) => draftOf(call),
} satisfies Work;
