import type { TranscriptLine } from '../../media/ports.ts';
import type { Transcript, Turn } from './transcript.ts';

/** Returns the transcript of a call from its event log. A line reported again replaces the earlier one. */
export function transcriptOfLines(lines: Iterable<TranscriptLine>): Transcript {
  const latest = new Map<string, TranscriptLine>();
  for (const line of lines) latest.set(`${line.turn} ${line.speaker} ${line.startMs}`, line);
  return [...latest.values()]
    .filter((line) => line.text.trim() !== '')
    .sort((a, b) => a.startMs - b.startMs)
    .map(turnOf);
}

function turnOf({ speaker, startMs, endMs, text, words, interrupted, spokenBy }: TranscriptLine): Turn {
  const turn = {
    speaker,
    startMs,
    endMs,
    text,
    words: words.map((word) => ({ ...word })),
    ...(spokenBy === undefined ? {} : { spokenBy }),
  };
  if (interrupted !== true) return turn;
  const lastHeard = words.findLast(({ heard }) => heard === 'yes' || heard === 'estimated_yes');
  return { ...turn, heardMs: Math.max(0, (lastHeard?.endMs ?? endMs) - startMs) };
}
