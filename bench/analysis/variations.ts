import { createRandom } from '../../media/emulator/random.ts';
import type { Transcript, Turn } from '../../src/transcripts/transcript.ts';

type Random = () => number;
type Variation = (transcript: Transcript, random: Random) => Transcript;

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)] as T;
const eachText =
  (change: (text: string, random: Random) => string): Variation =>
  (transcript, random) =>
    transcript.map((turn) => ({ ...turn, text: change(turn.text, random) }));
const eachWord = (share: number, change: (word: string, random: Random) => string): Variation =>
  eachText((text, random) =>
    text
      .split(' ')
      .map((word) => (random() < share ? change(word, random) : word))
      .join(' '),
  );

const fillers = ['um,', 'uh', 'well', 'you know', 'I mean', 'like'];
const oddities = ['🙂', 'é', 'e\u0301', '𝟜', '\u200d', '\u2019', 'नमस्ते', 'مرحبا', '…', '—', '\u00a0'];

/** Changes that recognisers, people and other systems make to transcripts. */
const variations: readonly Variation[] = [
  // A recogniser without punctuation.
  eachText((text) => text.toLowerCase().replaceAll(/[.,!?;:]/g, '')),
  eachText((text) => text.toUpperCase()),
  // Different numbers with the same number of digits.
  eachText((text, random) => text.replaceAll(/\d/g, () => String(Math.floor(random() * 10)))),
  eachWord(0.08, (word, random) => `${pick(fillers, random)} ${word}`),
  eachWord(0.05, (word) => `${word} ${word}`),
  eachWord(0.05, () => ''),
  eachWord(0.06, (word, random) => `${word}${pick(oddities, random)}`),
  eachWord(0.06, (word, random) => `${pick(oddities, random)} ${word}`),
  // The call is cut off.
  (transcript, random) => transcript.slice(0, Math.max(1, Math.floor(random() * transcript.length))),
  (transcript, random) => transcript.filter(() => random() > 0.15),
  // Two turns merged into one.
  (transcript, random) => joined(transcript, () => random() < 0.3),
  // Unknown or swapped sides.
  (transcript) =>
    transcript.map((turn) => ({ ...turn, speaker: turn.speaker === 'agent' ? 'speaker_1' : 'speaker_2' })),
  (transcript) => transcript.map((turn) => ({ ...turn, speaker: 'unknown' })),
  (transcript) => transcript.map((turn) => ({ ...turn, speaker: turn.speaker === 'agent' ? 'customer' : 'agent' })),
  // Interrupted agents.
  (transcript, random) =>
    transcript.map((turn) =>
      turn.speaker === 'agent' && random() < 0.3
        ? { ...turn, text: [...turn.text].slice(0, Math.ceil([...turn.text].length * random())).join(''), heardMs: 900 }
        : turn,
    ),
];

function joined(transcript: Transcript, isNext: () => boolean): Transcript {
  const turns: Turn[] = [];
  for (const turn of transcript) {
    const last = turns.at(-1);
    if (last !== undefined && isNext())
      turns[turns.length - 1] = { ...last, text: `${last.text} ${turn.text}`, endMs: turn.endMs };
    else turns.push(turn);
  }
  return turns;
}

/** The first round returns the transcripts unchanged; later rounds apply one to three variations. */
export function variantOf(transcripts: readonly Transcript[], index: number, seed: number): Transcript {
  const transcript = transcripts[index % transcripts.length] as Transcript;
  if (index < transcripts.length) return transcript;
  const random = createRandom(seed + index);
  let varied = transcript;
  for (let ways = 1 + Math.floor(random() * 3); ways > 0; ways -= 1) varied = pick(variations, random)(varied, random);
  const said = varied.filter(({ text }) => text.trim() !== '');
  return said.length === 0 ? transcript : said;
}
