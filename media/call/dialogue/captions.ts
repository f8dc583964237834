import type { Caption, CaptionPerson, WireCommand } from '../../line/wire.ts';
import type { HeardReply } from '../output/heard.ts';

/** Live captions for far ends that show them. A line is sent again only when it has changed. */
export interface Captions {
  /** Sends partial or final words of the caller. After final ones, the next words are a new line. */
  caller(text: string, final: boolean): void;
  /** Sends words of a person who speaks instead of the agent. */
  person(words: { readonly name: string | null; readonly text: string; readonly final: boolean }): void;
  agent(reply: CaptionedReply, final: boolean): void;
}

/** A reply that is being played. */
export interface CaptionedReply {
  readonly turn: number;
  readonly heard: HeardReply;
  /** The person whose words the agent says. */
  readonly person?: CaptionPerson;
}

export function createCaptions(send: (command: WireCommand) => boolean): Captions {
  const shown = new Map<string, string>();
  let callerLines = 1;
  let personLines = 1;

  const show = (caption: Caption): void => {
    const print = JSON.stringify(caption);
    if (shown.get(caption.id) === print) return;
    shown.set(caption.id, print);
    send({ type: 'transcript', caption });
  };

  return {
    caller(text, final) {
      const id = `c${callerLines}`;
      show({ id, speaker: 'caller', text, final });
      if (!final) return;
      shown.delete(id);
      callerLines += 1;
    },
    person({ name, text, final }) {
      const id = `p${personLines}`;
      show({ id, speaker: 'agent', text, final, person: { name, throughAgent: false } });
      if (!final) return;
      shown.delete(id);
      personLines += 1;
    },
    agent({ turn, heard, person }, final) {
      const by = person === undefined ? {} : { person };
      for (const { id, text, heardWords } of heard.phrases) {
        show({ id: `a${turn}.${id}`, speaker: 'agent', text, final, heardWords, ...by });
      }
      if (final) for (const { id } of heard.phrases) shown.delete(`a${turn}.${id}`);
    },
  };
}
