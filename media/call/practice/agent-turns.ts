import type { ReceivedCommand } from '../../emulator/index.ts';

/** What the far end receives from the agent besides audio. */
export interface AgentTurns {
  onCommand(received: ReceivedCommand): void;
  /** Whether the agent has said anything since the last `take`. */
  readonly isFresh: boolean;
  /** Whether everything said since then is final. */
  readonly isFinal: boolean;
  /** Returns the words that were heard, reply by reply; `atMs` is when the agent began the reply. */
  take(): readonly { readonly text: string; readonly atMs: number }[];
  /** `listening`, `thinking`, `speaking`; undefined before the first state. */
  readonly state: string | undefined;
  /** Why the server ended the call. */
  readonly endedBy: string | undefined;
  /** The agent's recognition of the customer, turn by turn. */
  readonly recognised: readonly string[];
}

interface Phrase {
  text: string;
  heardWords: number;
  final: boolean;
  readonly atMs: number;
}

export function createAgentTurns(): AgentTurns {
  const phrases = new Map<string, Phrase>();
  const usedLabels = new Set<string>();
  const recognised: string[] = [];
  let state: string | undefined;
  let endedBy: string | undefined;

  return {
    onCommand({ command, atMs }) {
      if (command.type === 'state') state = command.state;
      if (command.type === 'ended') endedBy = command.reason;
      if (command.type !== 'transcript') return;
      if (command.speaker === 'caller') {
        if (command.final && command.text.trim() !== '') recognised.push(command.text);
        return;
      }
      const { id = command.text, text, final, heardWords = 0 } = command;
      if (!usedLabels.has(id)) phrases.set(id, { text, heardWords, final, atMs: phrases.get(id)?.atMs ?? atMs });
    },
    get isFresh() {
      return phrases.size > 0;
    },
    get isFinal() {
      return [...phrases.values()].every(({ final }) => final);
    },
    take() {
      const replies = new Map<string, { text: string; readonly atMs: number }>();
      for (const [id, { text, heardWords, atMs }] of phrases) {
        const heard = firstWords(text, heardWords);
        const [reply = id] = id.split('.');
        const nextTurn = replies.get(reply);
        if (nextTurn !== undefined) nextTurn.text = `${nextTurn.text} ${heard}`.trim();
        else if (heard !== '') replies.set(reply, { text: heard, atMs });
        usedLabels.add(id);
      }
      phrases.clear();
      return [...replies.values()];
    },
    get state() {
      return state;
    },
    get endedBy() {
      return endedBy;
    },
    recognised,
  };
}

const firstWords = (text: string, count: number): string => text.split(/\s+/).slice(0, count).join(' ');
