import type { TranscriptLine } from '../../ports.ts';
import type { Captions } from './captions.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import type { Responder } from './responder.ts';

/** What a person who listens may do in a conversation. */
export interface PersonTurns {
  /** The person speaks instead of the agent from now on. False when the agent must finish what it does first. */
  takeOver(): boolean;
  /** The agent speaks again, and says so. */
  handBack(): void;
  /** Whether a person speaks instead of the agent. */
  isTaken(): boolean;
  /** The person said this. */
  personSaid(line: Omit<TranscriptLine, 'turn' | 'speaker' | 'person'>): void;
  /** The person is saying this. */
  personSays(partial: string): void;
  /** A text for the agent to say in the next gap, or for its engine to follow. False when it cannot. */
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
