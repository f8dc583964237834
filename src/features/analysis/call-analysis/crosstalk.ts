import type { Sentence } from '../../../audio/index.ts';
import { type Levels, levelMs } from './channels.ts';

type Sides = readonly [readonly Sentence[], readonly Sentence[]];

/** A sentence this share as loud as the other channel at its time (-6 dB) may be that channel's. */
const softer = 0.25;
/** Share of its words that the other channel has at the same time. */
const echoed = 0.5;
/** The recogniser's times on both channels differ by less. */
const apartMs = 700;

/**
 * Removes the words of one side that are heard softly on the other side's channel too, so that each sentence stays on
 * the channel where it is louder. People who speak at the same time say different words, and both stay.
 */
export function withoutCrosstalk(sides: Sides, levels: Levels): [Sentence[], Sentence[]] {
  const withoutEchoes = (side: 0 | 1): Sentence[] => {
    const others = sides[side === 0 ? 1 : 0];
    return sides[side].filter((sentence) => !isCrosstalk(sentence, others, side, levels));
  };
  return [withoutEchoes(0), withoutEchoes(1)];
}

function isCrosstalk(sentence: Sentence, others: readonly Sentence[], side: 0 | 1, levels: Levels): boolean {
  const [energy, otherEnergy] = energyOf(sentence, levels, side);
  if (energy >= otherEnergy * softer) return false;
  const words = wordsOf(sentence);
  const heard = new Set(
    others
      .filter(({ startMs, endMs }) => startMs < sentence.endMs + apartMs && endMs > sentence.startMs - apartMs)
      .flatMap(wordsOf),
  );
  return words.length > 0 && words.filter((word) => heard.has(word)).length >= words.length * echoed;
}

/** Returns the energy of a sentence on its own and on the other channel. */
function energyOf({ startMs, endMs }: Sentence, levels: Levels, side: 0 | 1): readonly [number, number] {
  const span = levels.slice(Math.floor(startMs / levelMs), Math.ceil(endMs / levelMs));
  const sum = (of: 0 | 1): number => span.reduce((energy, level) => energy + level[of], 0);
  return [sum(side), sum(side === 0 ? 1 : 0)];
}

const wordsOf = ({ text }: Sentence): string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
