import { type AskedQuestion, linesOf, questionIn } from '../../../../media/agent/customer/index.ts';
import { plainWords } from '../../../../media/text/words.ts';
import type { Transcript, Turn } from '../../../transcripts/transcript.ts';

/** What the agent said, and the customer's reply. */
export interface Exchange {
  /** Empty if the customer speaks first. */
  readonly agent: string;
  readonly question: AskedQuestion | undefined;
  /** The customer's turns, in order; empty if the call ends with the agent. */
  readonly customer: string;
}

const plain = (text: string): string => plainWords(text, { inside: "'" }).join(' ');

/** Splits a conversation into exchanges. Backchannels are left out. */
export function exchangesOf(transcript: Transcript, languageCode: string): Exchange[] {
  const backchannels = new Set(linesOf(languageCode).backchannel.map(plain));
  const isListening = ({ speaker, text }: Turn): boolean => speaker !== 'agent' && backchannels.has(plain(text));
  const exchanges: { agent: string; customer: string }[] = [];
  let before: 'agent' | 'customer' = 'customer';
  for (const turn of transcript) {
    if (isListening(turn)) continue;
    const side = turn.speaker === 'agent' ? 'agent' : 'customer';
    const last = exchanges.at(-1);
    if (last === undefined || (side === 'agent' && before === 'customer')) exchanges.push({ agent: '', customer: '' });
    const open = exchanges.at(-1) as { agent: string; customer: string };
    open[side] = `${open[side]} ${turn.text}`.trim();
    before = side;
  }
  return exchanges.map((one) => ({ ...one, question: questionIn(languageCode, one.agent) }));
}
