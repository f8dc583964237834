import type { AudioModules } from '../call/audio-line.ts';
import { createLevels, type Levels, resetLevels } from '../call/levels.ts';
import type { LineState } from '../call/messages.ts';
import { type PlacedCall, placeCall } from '../call/place-call.ts';
import { isUnderway, nextSession, noSession, type Session, type SessionEvent } from '../call/session.ts';
import type { Trouble } from '../call/trouble.ts';
import { type ChatLine, linesOf } from './lines.ts';
import { type Answer, type ChatReply, createRequests, type WebsiteAddress, type WebsiteAgent } from './requests.ts';

/** Why a conversation does not go on. The last five are the server's refusals. */
export type ConversationTrouble =
  | Trouble
  | 'not_allowed_here'
  | 'agent_unknown'
  | 'too_many'
  | 'chat_over'
  | 'agent_failed';

export interface ConversationState {
  /** Undefined until it is known. */
  readonly agent: WebsiteAgent | undefined;
  /** `opening`: a call or chat is about to begin. `replying`: the agent prepares its reply to a message. */
  readonly phase: 'idle' | 'opening' | 'calling' | 'chatting' | 'replying' | 'ended';
  /** What was said and written, in order. */
  readonly lines: readonly ChatLine[];
  /** Present during a call: whether the agent listens, thinks or speaks. */
  readonly lineState: LineState | undefined;
  readonly isMuted: boolean;
  readonly trouble: ConversationTrouble | undefined;
  /** The server's own words about the trouble, for those who build the page. */
  readonly detail: string | undefined;
}

export interface ConversationOptions extends WebsiteAddress {
  /** Modules of the audio thread; by default `widget.js` of the server. */
  readonly audioModules?: AudioModules;
}

/** A conversation of a visitor with an agent, by voice or in writing. Results are states; no method throws. */
export interface Conversation {
  readonly state: ConversationState;
  /** Levels of both sides, which change many times a second and are in no state. */
  readonly levels: Levels;
  /** Calls `onChange` after every change. Returns a function that stops it. */
  subscribe(onChange: () => void): () => void;
  /** Learns who the agent is, unless it is known. */
  load(): Promise<void>;
  /** Begins a call. Call it while a click is handled: browsers play no sound otherwise. */
  call(): void;
  /** Sends a message, and begins a chat if there is none. */
  write(text: string): Promise<void>;
  mute(isMuted: boolean): void;
  /** Silences the agent's reply. */
  interrupt(): void;
  /** Presses a key of the telephone. */
  press(digit: string): void;
  /** Ends the call or the chat. */
  end(): void;
}

const nothing: ConversationState = {
  agent: undefined,
  phase: 'idle',
  lines: [],
  lineState: undefined,
  isMuted: false,
  trouble: undefined,
  detail: undefined,
};

export function createConversation(options: ConversationOptions): Conversation {
  const requests = createRequests(options);
  const audioModules = options.audioModules ?? [`${options.server.replace(/\/+$/, '')}/widget.js`];
  const levels = createLevels();
  const listeners = new Set<() => void>();
  let state = nothing;
  let session: Session = noSession;
  let placed: PlacedCall | undefined;
  let chatUuid: string | undefined;
  /** Lines of earlier calls and chats of this page. */
  let earlier: readonly ChatLine[] = [];
  /** Ignores replies to a chat that has ended. */
  let chatNumber = 0;

  const change = (changes: Partial<ConversationState>): void => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const fail = (trouble: ConversationTrouble, detail?: string): void => {
    if (detail !== undefined) console.error(`Parley: ${detail}`);
    change({ trouble, detail });
  };

  function onCall(event: SessionEvent): void {
    session = nextSession(session, event);
    const { phase, trouble, lineState } = session;
    change({
      phase: phaseOfCall(session),
      lines: [...earlier, ...linesOf(session.captions, `${earlier.length}`)],
      lineState,
    });
    if (phase === 'failed' && trouble !== undefined && state.trouble === undefined) fail(trouble);
  }

  async function requestStream(signal: AbortSignal) {
    const answer = await requests.call(signal);
    if (!answer.ok && !signal.aborted) fail(troubleOf(answer.status), answer.detail);
    return answer;
  }

  function add(speaker: ChatLine['speaker'], text: string): void {
    if (text === '') return;
    const line = { key: `${state.lines.length}`, speaker, text, isFinal: true } as const;
    earlier = [...state.lines, line];
    change({ lines: earlier });
  }

  /** Shows a reply. A chat continues after a refusal, unless the server has ended it. */
  function receive(answer: Answer<ChatReply>): void {
    if (!answer.ok) {
      const { status, detail } = answer;
      const isNew = chatUuid === undefined;
      const isOver = isNew || status === 404 || status === 503;
      if (isOver) chatUuid = undefined;
      change({ phase: isOver ? 'ended' : 'chatting' });
      return fail(isNew ? troubleOf(status) : chatTroubleOf(status), detail);
    }
    const { chat_uuid: uuid, text, ended } = answer.value;
    chatUuid = ended ? undefined : uuid;
    add('agent', text);
    change({ phase: ended ? 'ended' : 'chatting' });
  }

  return {
    get state() {
      return state;
    },
    levels,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
    async load() {
      if (state.agent !== undefined) return;
      const answer = await requests.agent();
      if (answer.ok) change({ agent: answer.value, trouble: undefined, detail: undefined });
      else fail(troubleOf(answer.status), answer.detail);
    },
    call() {
      if (isUnderway(session)) return;
      chatUuid = undefined;
      chatNumber += 1;
      earlier = state.lines;
      resetLevels(levels);
      change({ trouble: undefined, detail: undefined, isMuted: false });
      onCall({ type: 'call_pressed' });
      placed = placeCall(requestStream, { audioModules, levels }, onCall);
    },
    async write(text) {
      const said = text.trim();
      if (said === '' || isUnderway(session) || state.phase === 'opening' || state.phase === 'replying') return;
      const number = chatNumber;
      change({ trouble: undefined, detail: undefined });
      if (chatUuid === undefined) {
        change({ phase: 'opening' });
        const greeting = await requests.chat();
        if (number !== chatNumber) return;
        receive(greeting);
        if (chatUuid === undefined) return;
      }
      add('visitor', said);
      change({ phase: 'replying' });
      const reply = await requests.message(chatUuid, said);
      if (number === chatNumber) receive(reply);
    },
    mute(isMuted) {
      placed?.mute(isMuted);
      change({ isMuted });
    },
    interrupt: () => placed?.interrupt(),
    press: (digit) => placed?.press(digit),
    end() {
      chatNumber += 1;
      chatUuid = undefined;
      if (isUnderway(session)) placed?.hangUp();
      else if (state.phase !== 'idle') change({ phase: 'ended' });
    },
  };
}

function phaseOfCall({ phase }: Session): ConversationState['phase'] {
  if (phase === 'asking' || phase === 'connecting') return 'opening';
  if (phase === 'live') return 'calling';
  return phase === 'idle' ? 'idle' : 'ended';
}

function troubleOf(status: number | undefined): ConversationTrouble {
  switch (status) {
    case undefined:
      return 'server_unreachable';
    case 403:
      return 'not_allowed_here';
    case 404:
      return 'agent_unknown';
    case 429:
      return 'too_many';
    default:
      return 'server_busy';
  }
}

/** A chat that is missing has ended. */
const chatTroubleOf = (status: number | undefined): ConversationTrouble =>
  status === 404 ? 'chat_over' : status === 503 ? 'agent_failed' : troubleOf(status);
