import type { Sentence, VoiceSpan } from '../../../audio/index.ts';
import type { Speaker, SpokenBy, Turn } from '../../../transcripts/transcript.ts';
import type { GivenTurn } from './upload-schema.ts';

/** Sentences of one speaker, in order. */
export interface Side {
  readonly speaker: Speaker;
  readonly sentences: readonly Sentence[];
}

/** A pause that starts a new turn of the same speaker. */
const pauseMs = 2000;
/** Same for an unidentified speaker, who may be two people: the second may answer after the pause. */
const unnamedPauseMs = 700;
const msPerWord = 400;

interface OpenTurn {
  turn: Turn;
  /** End of the latest speech by others since this turn's last sentence began. */
  answeredMs: number;
}

/**
 * Merges the sentences of all sides into turns in order of time. A turn ends at a pause, or when somebody else replies.
 * Overlapping speech stays overlapping.
 */
export function turnsOf(sides: readonly Side[]): Turn[] {
  const spokenTurns = sides
    .flatMap(({ speaker, sentences }) => sentences.map((sentence) => ({ speaker, sentence })))
    .sort((a, b) => a.sentence.startMs - b.sentence.startMs);
  const turns: Turn[] = [];
  const open = new Map<Speaker, OpenTurn>();
  for (const { speaker, sentence } of spokenTurns) {
    const text = sentence.text.replaceAll('\0', '').trim();
    if (text === '') continue;
    const { startMs, endMs, words = [] } = sentence;
    const last = open.get(speaker);
    if (last !== undefined && goesOn(last, startMs)) {
      const { turn } = last;
      turn.endMs = Math.max(turn.endMs, endMs);
      turn.text = `${turn.text} ${text}`;
      turn.words.push(...words);
      last.answeredMs = 0;
    } else {
      const turn: Turn = { speaker, startMs, endMs, text, words: [...words] };
      turns.push(turn);
      open.set(speaker, { turn, answeredMs: 0 });
    }
    for (const [other, each] of open) if (other !== speaker) each.answeredMs = Math.max(each.answeredMs, endMs);
  }
  return turns;
}

function goesOn({ turn, answeredMs }: OpenTurn, startMs: number): boolean {
  if (answeredMs > turn.endMs) return false;
  const isUnnamed = turn.speaker === 'unknown';
  if (isUnnamed && turn.text.endsWith('?')) return false;
  return startMs - turn.endMs < (isUnnamed ? unnamedPauseMs : pauseMs);
}

/** Splits the sentences of one channel by voice, word by word. */
export function sidesOf(sentences: readonly Sentence[], voices: readonly VoiceSpan[]): [Side, Side] {
  const sides: [Sentence[], Sentence[]] = [[], []];
  let at = 0;
  const voiceAt = (ms: number): 0 | 1 => {
    while (at + 1 < voices.length && nearer(voices, at + 1, ms)) at += 1;
    return (voices[at] as VoiceSpan).voice;
  };
  for (const sentence of sentences) {
    const { words = [] } = sentence;
    if (words.length === 0) sides[voiceAt((sentence.startMs + sentence.endMs) / 2)].push(sentence);
    let part: { voice: 0 | 1; words: NonNullable<Sentence['words']> } | undefined;
    for (const word of words) {
      const voice = voiceAt((word.startMs + word.endMs) / 2);
      if (part?.voice === voice) part.words.push(word);
      else {
        if (part !== undefined) sides[part.voice].push(sentenceOf(part.words));
        part = { voice, words: [word] };
      }
    }
    if (part !== undefined) sides[part.voice].push(sentenceOf(part.words));
  }
  const [first, second] = sides;
  return [
    { speaker: 'speaker_1', sentences: first },
    { speaker: 'speaker_2', sentences: second },
  ];
}

/** Returns whether a moment is closer to the span at `index` than to the one before, or past its start. */
function nearer(voices: readonly VoiceSpan[], index: number, ms: number): boolean {
  const [before, next] = [voices[index - 1] as VoiceSpan, voices[index] as VoiceSpan];
  return ms >= next.startMs || next.startMs - ms < ms - before.endMs;
}

const sentenceOf = (words: NonNullable<Sentence['words']>): Sentence => ({
  startMs: words[0]?.startMs ?? 0,
  endMs: words.at(-1)?.endMs ?? 0,
  text: words.map(({ text }) => text).join(' '),
  words,
});

const spokenByOf = ({ kind, name, through }: NonNullable<GivenTurn['spoken_by']>): SpokenBy => ({
  kind,
  userUuid: null,
  name: name ?? null,
  ...(through === undefined ? {} : { through }),
});

/** Converts a client's transcript. A turn without a time starts where the previous one ends. */
export function turnsOfGiven(given: readonly GivenTurn[]): Turn[] {
  let endMs = 0;
  const turns = given.map(({ speaker, text, timestamp, spoken_by: person }): Turn => {
    const startMs = timestamp === undefined ? endMs : Math.round(timestamp * 1000);
    endMs = startMs + Math.max(1, text.split(/\s+/).length) * msPerWord;
    const turn = { speaker, startMs, endMs, text: text.replaceAll('\0', '').trim(), words: [] };
    return person === undefined ? turn : { ...turn, spokenBy: spokenByOf(person) };
  });
  return turns.filter(({ text }) => text !== '').sort((a, b) => a.startMs - b.startMs);
}
