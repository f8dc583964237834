import { randomUUID } from 'node:crypto';
import type { TextAgent, TextConversation } from '../../../../media/index.ts';
import type { AgentPlan, CallEndReason, LlmConfig } from '../../../../media/ports.ts';
import type { OrganisationId } from '../../../data/index.ts';
import { type ReplyUsage, replyUsageOf, turnUsageOf } from '../../../llm/index.ts';
import type { ChatReply, NewChatBody, ToolUse } from './schema.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export type Chatted =
  | { readonly kind: 'replied'; readonly reply: ChatReply }
  /** `busy`: the reply to the previous message is still pending. `failed`: the agent engine did not respond in time. */
  | { readonly kind: 'unknown' | 'busy' | 'failed' }
  /** No other chat may begin. `own_full`: of this person. `full`: of anybody. */
  | { readonly kind: 'own_full' | 'full' };

/** `run`: every tool runs, as in a call. */
type ChatToolUse = ToolUse | 'run';

export interface NewChat extends Omit<NewChatBody, 'tools'> {
  readonly tools: ChatToolUse;
}

export interface ChatRoom {
  /** Chats of all people. */
  readonly all: number;
  /** Chats of one person. */
  readonly ofOne: number;
  /** A chat that has been idle for this long is not in progress: it ends where another one needs its place. */
  readonly restMs: number;
}

/** Tests by people of the organisation. */
export const roomForTests: ChatRoom = { all: 100, ofOne: 3, restMs: 0 };

export interface TextChatsOptions {
  readonly room: ChatRoom;
  readonly agent: () => Promise<Pick<TextAgent, 'converse'>>;
  /**
   * Returns the plan of calls with a version of this agent, the current one by default, and its language model.
   * Undefined if the agent does not exist or the version is not kept.
   */
  readonly openFor: (
    organisation: OrganisationId,
    agentUuid: string,
    chosen: Pick<NewChatBody, 'agent_version' | 'campaign_uuid'>,
  ) => Promise<ChatPlan | undefined>;
  /** Runs a tool of the agent, or simulates it. */
  readonly runTool: (
    called: ChatToolCall,
  ) => Promise<{ readonly ok: boolean; readonly result: string; readonly simulated: boolean }>;
  readonly nowMs: () => number;
  readonly onTrouble: (error: unknown) => void;
}

export interface ChatPlan {
  readonly plan: AgentPlan;
  /** Undefined for the embedded engine. */
  readonly model: LlmConfig | undefined;
  readonly agentUuid: string;
  readonly version: number;
  /** Returns the plan of another agent that continues; undefined if it does not exist. */
  readonly handOver: (agentUuid: string) => Promise<ChatPlan | undefined>;
}

/** Receives what happens in a chat, to store it. */
export interface ChatRecord {
  /** False once somebody else has ended the conversation. */
  readonly isOpen: boolean;
  addLine(speaker: 'agent' | 'customer', text: string): void;
  addAction(action: TextReply['actions'][number]): void;
  addModels(trace: NonNullable<TextReply['trace']>): void;
  end(reason: CallEndReason): void;
}

/** Begins the record of a chat of this uuid. */
export type RecordChat = (chatUuid: string, agent: Pick<ChatPlan, 'agentUuid' | 'version'>) => Promise<ChatRecord>;

export interface ChatToolCall {
  readonly organisationId: OrganisationId;
  readonly agentUuid: string;
  readonly version: number;
  readonly chatUuid: string;
  /** Number of the message, from 1, which is the greeting. */
  readonly turn: number;
  readonly use: Exclude<ChatToolUse, 'off'>;
  readonly id: string | undefined;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type TextChats = ReturnType<typeof createTextChats>;

interface Chat {
  readonly viewer: Viewer;
  readonly conversation: TextConversation;
  /** The agent that answers now. */
  agent: ChatPlan;
  readonly toolUse: ChatToolUse;
  /** Undefined for tests, which are not stored. */
  record: ChatRecord | undefined;
  /** The agent that the chat began with. */
  readonly agentUuid: string;
  usedAtMs: number;
  messages: number;
  isBusy: boolean;
}

interface OpenOptions {
  /** Chats of this person, if not those of the room. */
  readonly ofOne?: number;
  readonly onCounted?: () => void;
  readonly record?: RecordChat;
}

type Input = Parameters<TextConversation['reply']>[0];
type TextReply = Awaited<ReturnType<TextConversation['reply']>>;

const mostMessages = 100;
const idleMs = 15 * 60_000;
const replyMs = 60_000;
/** Maximum tool calls for one reply. */
const mostTools = 6;
const noTools = 'Tools are not called in a test by typing.';

/** Text chats with agents. They continue in memory only, and end when idle. */
export function createTextChats({ room, agent, openFor, runTool, nowMs, onTrouble }: TextChatsOptions) {
  /** Ordered by last use. */
  const chats = new Map<string, Chat>();

  const idleMsOf = (chat: Chat): number => nowMs() - chat.usedAtMs;
  const isAtRest = (chat: Chat): boolean => idleMsOf(chat) >= room.restMs;

  function drop(uuid: string, reason: CallEndReason): void {
    chats.get(uuid)?.record?.end(reason);
    chats.delete(uuid);
  }
  function sweep(): void {
    for (const [uuid, chat] of chats) if (idleMsOf(chat) > idleMs) drop(uuid, 'caller_hung_up');
  }

  /** Ends chats that make way for another one of this person. Returns why there is no room for it, if so. */
  function makeRoom({ organisationId, userUuid }: Viewer, ofOne: number): 'own_full' | 'full' | undefined {
    sweep();
    const chatsOfOne = [...chats].filter(
      ([, { viewer }]) => viewer.userUuid === userUuid && viewer.organisationId === organisationId,
    );
    const surplus = chatsOfOne.slice(0, Math.max(0, chatsOfOne.length - ofOne + 1));
    if (!surplus.every(([, chat]) => isAtRest(chat))) return 'own_full';
    for (const [uuid] of surplus) drop(uuid, 'caller_hung_up');
    const [oldest] = chats;
    if (chats.size < room.all || oldest === undefined) return undefined;
    if (!isAtRest(oldest[1])) return 'full';
    drop(oldest[0], 'caller_hung_up');
    return undefined;
  }

  async function say(uuid: string, chat: Chat, first: Input): Promise<Chatted> {
    if (chat.isBusy) return { kind: 'busy' };
    chat.isBusy = true;
    chat.messages += 1;
    chat.usedAtMs = nowMs();
    chats.delete(uuid);
    chats.set(uuid, chat);
    try {
      const run = ({ id, name, arguments: args }: ToolAction): Promise<ToolAnswer> => {
        const { viewer, toolUse: use } = chat;
        const { agentUuid, version } = chat.agent;
        if (use === 'off') return Promise.resolve({ ok: false, result: noTools, simulated: true });
        return runTool({
          organisationId: viewer.organisationId,
          agentUuid,
          version,
          chatUuid: uuid,
          turn: chat.messages,
          use,
          id,
          name,
          args,
        });
      };
      const handOver = (agentUuid: string) => handOverTo(chat, agentUuid);
      const { record } = chat;
      const { end, ...reply } = await replyOf(chat.conversation, first, { nowMs, run, handOver, record });
      const reason = end ?? (chat.messages > mostMessages ? 'max_duration' : undefined);
      if (reason !== undefined) drop(uuid, reason);
      return { kind: 'replied', reply: { chat_uuid: uuid, ended: reason !== undefined, ...reply } };
    } catch (error) {
      onTrouble(error);
      drop(uuid, 'fault');
      return { kind: 'failed' };
    } finally {
      chat.isBusy = false;
    }
  }

  /** Sends a message in a chat of a person who is accepted. */
  async function messageOf(uuid: string, isOwn: (viewer: Viewer) => boolean, text: string): Promise<Chatted> {
    const chat = chats.get(uuid);
    if (chat === undefined || !isOwn(chat.viewer) || idleMsOf(chat) > idleMs) return { kind: 'unknown' };
    if (chat.record?.isOpen === false) {
      chats.delete(uuid);
      return { kind: 'unknown' };
    }
    if (!chat.isBusy) chat.record?.addLine('customer', text);
    return say(uuid, chat, { kind: 'said', text, confidence: 1 });
  }

  return {
    /** Returns the number of chats in progress that began with an agent. */
    countOf: (organisation: OrganisationId, agentUuid: string): number =>
      [...chats.values()].filter(
        (chat) =>
          chat.agentUuid === agentUuid &&
          chat.viewer.organisationId === organisation &&
          (chat.isBusy || !isAtRest(chat)),
      ).length,
    /** Opens a chat, which starts with the agent's greeting. `onCounted` is called once `countOf` includes it. */
    async open(
      viewer: Viewer,
      agentUuid: string,
      chosen: NewChat,
      { ofOne = room.ofOne, onCounted = () => {}, record: begin }: OpenOptions = {},
    ): Promise<Chatted> {
      const opened = await openFor(viewer.organisationId, agentUuid, chosen);
      if (opened === undefined) return { kind: 'unknown' };
      const { plan, model } = opened;
      const uuid = randomUUID();
      const engine = await agent().catch(onTrouble);
      if (engine === undefined) return { kind: 'failed' };
      const full = makeRoom(viewer, ofOne);
      if (full !== undefined) return { kind: full };
      const conversation = engine.converse(uuid, plan, model);
      const base = { viewer, conversation, agentUuid, agent: opened, toolUse: chosen.tools };
      const chat: Chat = { ...base, record: undefined, usedAtMs: nowMs(), messages: 0, isBusy: false };
      chats.set(uuid, chat);
      onCounted();
      try {
        chat.record = await begin?.(uuid, opened);
      } catch (error) {
        onTrouble(error);
        chats.delete(uuid);
      }
      // All chats may have ended meanwhile.
      if (chats.has(uuid)) return say(uuid, chat, { kind: 'opening' });
      chat.record?.end('shutdown');
      return { kind: 'failed' };
    },
    message: ({ organisationId, userUuid }: Viewer, uuid: string, text: string): Promise<Chatted> =>
      messageOf(uuid, (viewer) => viewer.userUuid === userUuid && viewer.organisationId === organisationId, text),
    messageOf,
    /** Ends chats that have been idle for too long. */
    sweep,
    /** Ends all chats. */
    close(): void {
      for (const uuid of [...chats.keys()]) drop(uuid, 'shutdown');
    },
  };
}

type ToolAction = Awaited<ReturnType<TextConversation['reply']>>['actions'][number] & { readonly kind: 'tool' };
type ToolAnswer = Awaited<ReturnType<TextChatsOptions['runTool']>>;

interface HandedOver {
  /** Name of the agent that answered until now. */
  readonly from: string;
  /** Name of the agent that continues; absent if it does not exist. */
  readonly to?: string;
}

interface Surroundings {
  readonly nowMs: () => number;
  readonly run: (action: ToolAction) => Promise<ToolAnswer>;
  readonly handOver: (agentUuid: string) => Promise<HandedOver>;
  readonly record: ChatRecord | undefined;
}

/** Lets another agent answer from now on, if there is one. */
async function handOverTo(chat: Chat, agentUuid: string): Promise<HandedOver> {
  const from = chat.agent.plan.agentName;
  const next = await chat.agent.handOver(agentUuid);
  if (next === undefined) return { from };
  chat.agent = next;
  chat.conversation.handOver(next.plan, next.model);
  return { from, to: next.plan.agentName };
}

/** Plays one turn of the agent. */
async function replyOf(
  conversation: TextConversation,
  first: Input,
  { nowMs, run, handOver, record }: Surroundings,
): Promise<Omit<ChatReply, 'chat_uuid' | 'ended'> & { readonly end: CallEndReason | undefined }> {
  const tools: ChatReply['tools'] = [];
  const signal = AbortSignal.timeout(replyMs);
  const phrases: string[] = [];
  const usage: ReplyUsage[] = [];
  const path: NonNullable<ChatReply['path']> = [];
  let handedTo: string | undefined;
  let end: CallEndReason | undefined;
  const inputs: Input[] = [first];
  for (let calls = 0; calls <= mostTools; calls++) {
    const input = inputs.shift();
    if (input === undefined) break;
    const { text, actions, trace } = await conversation.reply(input, nowMs(), signal);
    if (trace !== undefined) {
      usage.push(replyUsageOf({ models: [], ...trace }));
      record?.addModels(trace);
    }
    path.push(...(trace?.path ?? []).map((part) => ({ ...part })));
    if (text !== '') {
      phrases.push(text);
      record?.addLine('agent', text);
    }
    for (const action of actions) {
      record?.addAction(action);
      if (action.kind === 'end') end = action.reason;
      if (action.kind === 'transfer') end = 'transferred';
      if (action.kind === 'hand_over') {
        const { from, to } = await handOver(action.agent);
        handedTo = to ?? handedTo;
        inputs.push({ kind: 'hand_over_result', ok: to !== undefined, from, go: action.go });
      }
      if (action.kind !== 'tool') continue;
      const { ok, result, simulated } = await run(action);
      tools.push({ name: action.name, arguments: { ...action.arguments }, ok, result, simulated });
      inputs.push({ kind: 'tool_result', id: action.id, name: action.name, ok, result });
    }
  }
  return {
    text: phrases.join(' '),
    end,
    tools,
    ...(path.length > 0 && { path }),
    ...(handedTo !== undefined && { handed_to: handedTo }),
    usage: turnUsageOf(usage),
  };
}
