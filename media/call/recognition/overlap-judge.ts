import { createOverlapJudge, type OverlapJudge, type OverlapRecogniser } from '../../turn/overlap-words.ts';

const judges = new WeakMap<OverlapRecogniser, OverlapJudge>();

/** The judge of a recogniser. It is made once for each: 550 phrases take a few milliseconds, which no call has. */
export function overlapJudgeOf(recogniser: OverlapRecogniser): OverlapJudge {
  const known = judges.get(recogniser);
  if (known !== undefined) return known;
  const judge = createOverlapJudge(recogniser);
  judges.set(recogniser, judge);
  return judge;
}
