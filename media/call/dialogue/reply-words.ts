import type { NamedPerson, TranscriptLine } from '../../ports.ts';
import type { HeardReply } from '../output/heard.ts';
import type { CaptionedReply } from './captions.ts';

interface SpokenReply {
  readonly turn: number;
  readonly reply: { readonly person: NamedPerson | undefined } | undefined;
}

/** Returns the transcript line of a reply; undefined if no word was heard. */
export function lineOf({ turn, reply }: SpokenReply, heard: HeardReply): TranscriptLine | undefined {
  const line = heard.line(turn);
  if (line === undefined || reply?.person === undefined) return line;
  return { ...line, spokenBy: { kind: 'supervisor', ...reply.person, through: 'agent' } };
}

export function captioned({ turn, reply }: SpokenReply, heard: HeardReply): CaptionedReply {
  const person = reply?.person;
  return person === undefined ? { turn, heard } : { turn, heard, person: { name: person.name, throughAgent: true } };
}
