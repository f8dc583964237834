import type { TranscriptLine } from '../../ports.ts';
import type { Captions } from './captions.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import type { Responder } from './responder.ts';

/** Operations of a supervising person in a conversation. */
export interface PersonTurns {
  /** Lets the person speak instead of the agent. Returns false while the agent must finish first. */
  takeOver(): boolean;
  /** Lets the agent speak again, which it announces. */
  handBack(): void;
  /** Whether a person speaks instead of the agent. */
  isTaken(): boolean;
  /** Logs what the person said. */
  personSaid(line: Omit<TranscriptLine, 'turn' | 'speaker' | 'person'>): void;
  /** Shows what the person is saying. */
  personSays(partial: string): void;
  /**
   * Passes a text for the agent to say in the next gap, or for its engine to follow. Returns false if that is
   * impossible.
   */
  tell(kind: 'say' | 'guide', text: string): boolean;
}

export interface PersonTurnsAround extends Pick<DialogueOptions, 'language' | 'note' | 'nowMs'> {
  readonly captions: Captions;
}

export function createPersonTurns(
  responder: Responder,
  { captions, language, note, nowMs }: PersonTurnsAround,
): PersonTurns {
  return {
    takeOver: responder.takeOver,
    handBack: () => responder.handBack(language.lines.back),
    isTaken: responder.isTaken,
    personSays: (partial) => captions.person(partial, false),
    personSaid(said) {
      const line = { ...said, turn: responder.turn, speaker: 'agent', person: true } as const;
      captions.person(line.text, true);
      note({ type: 'line', atMs: nowMs(), line });
      responder.conversation.overheard({ speaker: 'agent', text: line.text });
    },
    tell(kind, text) {
      if (kind === 'say') return responder.sayNext(text);
      responder.conversation.guide(text);
      return true;
    },
  };
}
