import { createOverlapJudge, type OverlapJudge, type OverlapRecogniser } from '../../turn/overlap-words.ts';

const judges = new WeakMap<OverlapRecogniser, OverlapJudge>();

/**
 * Returns the judge of a recogniser. It is created once for each recogniser: 550 phrases take a few milliseconds, too
 * long to do in every call.
 */
export function overlapJudgeOf(recogniser: OverlapRecogniser): OverlapJudge {
  const cached = judges.get(recogniser);
  if (cached !== undefined) return cached;
  const judge = createOverlapJudge(recogniser);
  judges.set(recogniser, judge);
  return judge;
}
