import { linesOf } from '../../../../media/agent/customer/index.ts';
import { entriesOf } from '../../../../media/language/languages.ts';
import type { Transcript, Turn } from '../../../transcripts/transcript.ts';
import type { Exchange } from './exchanges.ts';

const fillers = entriesOf(({ scenario }) => scenario?.manner.fillers);
const hesitations = new Set(entriesOf(({ scenario }) => scenario?.manner.hesitations));
/** Pace of normal speech, in words a second. */
const usualPace = 2.5;
const leastTimedWords = 20;
const lineLimits = { noisy: 0.75, poor: 0.55 } as const;

const wordsIn = (text: string): number => (text.match(/[\p{L}\p{N}'’]+/gu) ?? []).length;

/** Measures how the customer of a call speaks. */
export function mannerOf(transcript: Transcript, exchanges: readonly Exchange[], languageCode: string) {
  const turns = transcript.filter(({ speaker }) => speaker !== 'agent');
  const texts = exchanges.map(({ customer }) => customer).filter((text) => text !== '');
  const mean = texts.reduce((sum, text) => sum + wordsIn(text), 0) / Math.max(1, texts.length);
  return {
    pace: paceOf(turns),
    fillers: fillersIn(texts),
    verbosity: mean < 4 ? 'terse' : mean > 18 ? 'talkative' : 'normal',
    interrupts: interruptsIn(transcript, languageCode),
  };
}

function paceOf(turns: readonly Turn[]): number {
  const timed = turns.flatMap(({ words }) => (words.length < 4 ? [] : [words]));
  const count = timed.reduce((sum, words) => sum + words.length, 0);
  const ms = timed.reduce((sum, words) => sum + ((words.at(-1)?.endMs ?? 0) - (words[0]?.startMs ?? 0)), 0);
  if (count < leastTimedWords || ms <= 0) return 1;
  return Math.round(10 * Math.min(1.3, Math.max(0.8, (1000 * count) / ms / usualPace))) / 10;
}

/** Finds hesitation sounds anywhere, filler words only at the start of a turn. */
const fillersIn = (texts: readonly string[]): string[] =>
  fillers.filter((filler) => {
    const form = new RegExp(hesitations.has(filler) ? `\\b${filler}\\b` : `^${filler},`, 'i');
    return texts.filter((text) => form.test(text)).length >= 1;
  });

/** Rates how often the customer's turns interrupt the agent. */
function interruptsIn(transcript: Transcript, languageCode: string): 'none' | 'some' | 'often' {
  const backchannels = new Set(linesOf(languageCode).backchannel.map((text) => text.toLowerCase()));
  const cuts = transcript.filter((turn, at) => {
    const before = transcript[at - 1];
    if (turn.speaker === 'agent' || before?.speaker !== 'agent' || backchannels.has(turn.text.toLowerCase()))
      return false;
    return before.heardMs !== undefined || turn.startMs < before.endMs - 300;
  }).length;
  const turns = transcript.filter(({ speaker }) => speaker !== 'agent').length;
  if (cuts === 0) return 'none';
  return cuts > turns / 4 ? 'often' : 'some';
}

/** Rates the line by the recogniser's confidence in the customer's words; `clear` if it reports none. */
export function lineQualityOf(transcript: Transcript): 'clear' | 'noisy' | 'poor' {
  const sure = transcript.flatMap(({ speaker, words }) =>
    speaker === 'agent' ? [] : words.flatMap(({ confidence }) => confidence ?? []),
  );
  if (sure.length < leastTimedWords) return 'clear';
  const mean = sure.reduce((sum, value) => sum + value, 0) / sure.length;
  return mean < lineLimits.poor ? 'poor' : mean < lineLimits.noisy ? 'noisy' : 'clear';
}
