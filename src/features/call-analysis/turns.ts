import { readConversation } from '../../analysis/conversation.ts';
import type { Sentence } from '../../audio/index.ts';
import type { Speaker, Transcript, Turn } from '../../transcripts/transcript.ts';
import type { GivenTurn } from './schema.ts';

/** A pause that begins a new turn of the same speaker. */
const pauseMs = 2000;
const msPerWord = 400;

/** Sentences of each side as turns in order of time. Overlapping speech stays overlapping. */
export function turnsOf(
  sides: readonly { readonly speaker: Speaker; readonly sentences: readonly Sentence[] }[],
): Turn[] {
  return sides.flatMap(({ speaker, sentences }) => joined(speaker, sentences)).sort((a, b) => a.startMs - b.startMs);
}

function joined(speaker: Speaker, sentences: readonly Sentence[]): Turn[] {
  const turns: Turn[] = [];
  for (const { startMs, endMs, text, words = [] } of sentences) {
    const said = text.replaceAll('\0', '').trim();
    if (said === '') continue;
    const last = turns.at(-1);
    if (last !== undefined && startMs - last.endMs < pauseMs)
      turns[turns.length - 1] = { ...last, endMs, text: `${last.text} ${said}`, words: [...last.words, ...words] };
    else turns.push({ speaker, startMs, endMs, text: said, words: [...words] });
  }
  return turns;
}

/** A transcript that a client sends; what has no time begins where the turn before it ends. */
export function turnsOfGiven(given: readonly GivenTurn[]): Turn[] {
  let endMs = 0;
  const turns = given.map(({ speaker, text, timestamp }): Turn => {
    const startMs = timestamp === undefined ? endMs : Math.round(timestamp * 1000);
    endMs = startMs + Math.max(1, text.split(/\s+/).length) * msPerWord;
    return { speaker, startMs, endMs, text: text.replaceAll('\0', '').trim(), words: [] };
  });
  return turns.filter(({ text }) => text !== '').sort((a, b) => a.startMs - b.startMs);
}

/** Swaps the sides where the customer speaks as an agent does and the agent does not. */
export function withRoles(transcript: Transcript): Transcript {
  const serving = { agent: 0, customer: 0, unknown: 0 };
  for (const { speaker, cues } of readConversation(transcript))
    serving[speaker] += cues.filter(({ cue }) => cue === 'serve').length;
  if (serving.customer === 0 || serving.customer < 3 * serving.agent) return transcript;
  const other = { agent: 'customer', customer: 'agent', unknown: 'unknown' } as const;
  return transcript.map((turn) => ({ ...turn, speaker: other[turn.speaker] }));
}
