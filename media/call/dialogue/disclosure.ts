import type { DisclosureProof, TranscriptWord } from '../../ports.ts';
import { bareWord } from '../../text/words.ts';

/**
 * Returns what the caller heard of the recording disclosure in a reply, from the reply's words; undefined if the reply
 * does not contain its beginning. `inFull` is true only if every word was heard.
 */
export function disclosureIn(text: string, words: readonly TranscriptWord[]): DisclosureProof | undefined {
  const wanted = bareWords(text);
  const spokenWords = words.filter((word) => bareWord(word.text) !== '');
  let best: readonly TranscriptWord[] = [];
  for (let from = 0; from < spokenWords.length; from++) {
    const run = runFrom(spokenWords, from, wanted);
    if (run.length > best.length) best = run;
  }
  const [first] = best;
  // One or two matching words in a row may occur in any sentence.
  if (first === undefined || best.length < Math.min(3, wanted.length)) return undefined;
  const heard = best.filter(wasHeard);
  const inFull = best.length === wanted.length && heard.length === best.length;
  return {
    text,
    words: best,
    startMs: first.startMs,
    endMs: (heard.at(-1) ?? first).endMs,
    heardWords: heard.length,
    totalWords: wanted.length,
    inFull,
    evidence: !inFull ? 'cut_off' : heard.every((word) => word.heard === 'yes') ? 'acknowledged' : 'estimated',
  };
}

function runFrom(
  spokenWords: readonly TranscriptWord[],
  from: number,
  wanted: readonly string[],
): readonly TranscriptWord[] {
  let length = 0;
  while (length < wanted.length && bareWord(spokenWords[from + length]?.text ?? '') === wanted[length]) length += 1;
  return spokenWords.slice(from, from + length);
}

const wasHeard = ({ heard }: TranscriptWord): boolean => heard === 'yes' || heard === 'estimated_yes';

/** A transcript word is the text between two spaces. */
const bareWords = (text: string): readonly string[] => text.split(/\s+/).map(bareWord).filter(Boolean);
