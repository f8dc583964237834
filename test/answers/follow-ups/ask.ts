import type { Answerer, Turn as Earlier, Source } from '../../../src/answers/index.ts';
import type { Dialogue } from './dialogues.ts';

export interface Tally {
  asked: number;
  right: number;
  /** Errors among questions that the file answers. */
  readonly wrong: string[];
  readonly missing: string[];
  /** Answers to questions that the file does not answer. */
  readonly invented: string[];
}

/** Asks the questions of each dialogue in turn and evaluates the follow-ups. */
export async function askInTurn(
  answerer: Answerer,
  source: Source,
  dialogues: readonly Dialogue[],
  isPlace: (text: string, place: number) => boolean,
): Promise<Tally> {
  const tally: Tally = { asked: 0, right: 0, wrong: [], missing: [], invented: [] };
  for (const dialogue of dialogues) {
    const earlier: Earlier[] = [];
    for (const [question, holds, place = 0] of dialogue) {
      const { text, isFound } = await answerer.answer(question, source, earlier);
      const line = `${source.key}: ${[...earlier.map((turn) => turn.question), question].join(' / ')} -> ${text}`;
      earlier.push({ question, answer: text });
      if (holds === undefined) continue;
      tally.asked += 1;
      if (holds === null) {
        if (isFound) tally.invented.push(line);
        else tally.right += 1;
        continue;
      }
      const isRight = (typeof holds === 'string' ? text.includes(holds) : holds.test(text)) && isPlace(text, place);
      if (isRight) tally.right += 1;
      else (isFound ? tally.wrong : tally.missing).push(line);
    }
  }
  return tally;
}
