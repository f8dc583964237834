import { randomUUID } from 'node:crypto';
import type { TextAgent, TextConversation } from '../../../../media/index.ts';
import type { AgentPlan, LlmConfig } from '../../../../media/ports.ts';
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
}

type Input = Parameters<TextConversation['reply']>[0];

const mostMessages = 100;
const idleMs = 15 * 60_000;
const replyMs = 60_000;
/** Maximum tool calls for one reply. */
const mostTools = 6;
const noTools = 'Tools are not called in a test by typing.';

/** Text chats with agents. They are kept in memory only, and deleted when idle. */
export function createTextChats({ room, agent, openFor, runTool, nowMs, onTrouble }: TextChatsOptions) {
  /** Ordered by last use. */
  const chats = new Map<string, Chat>();

  function touch(uuid: string, chat: Chat): void {
    chat.usedAtMs = nowMs();
    chats.delete(uuid);
    chats.set(uuid, chat);
  }
  const idleMsOf = (chat: Chat): number => nowMs() - chat.usedAtMs;
  const isAtRest = (chat: Chat): boolean => idleMsOf(chat) >= room.restMs;

  /** Ends chats that make way for another one of this person. Returns why there is no room for it, if so. */
  function makeRoom({ organisationId, userUuid }: Viewer, ofOne: number): 'own_full' | 'full' | undefined {
    for (const [uuid, chat] of chats) if (idleMsOf(chat) > idleMs) chats.delete(uuid);
    const chatsOfOne = [...chats].filter(
      ([, { viewer }]) => viewer.userUuid === userUuid && viewer.organisationId === organisationId,
    );
    const surplus = chatsOfOne.slice(0, Math.max(0, chatsOfOne.length - ofOne + 1));
    if (!surplus.every(([, chat]) => isAtRest(chat))) return 'own_full';
    for (const [uuid] of surplus) chats.delete(uuid);
    const [oldest] = chats;
    if (chats.size < room.all || oldest === undefined) return undefined;
    if (!isAtRest(oldest[1])) return 'full';
    chats.delete(oldest[0]);
    return undefined;
  }

  async function say(uuid: string, chat: Chat, first: Input): Promise<Chatted> {
    if (chat.isBusy) return { kind: 'busy' };
    chat.isBusy = true;
    chat.messages += 1;
    touch(uuid, chat);
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
      const handOver = async (agentUuid: string): Promise<HandedOver> => {
        const from = chat.agent.plan.agentName;
        const next = await chat.agent.handOver(agentUuid);
        if (next === undefined) return { from };
        chat.agent = next;
        chat.conversation.handOver(next.plan, next.model);
        return { from, to: next.plan.agentName };
      };
      const { ended, ...reply } = await replyOf(chat.conversation, first, { nowMs, run, handOver });
      const isOver = ended || chat.messages > mostMessages;
      if (isOver) chats.delete(uuid);
      return { kind: 'replied', reply: { chat_uuid: uuid, ended: isOver, ...reply } };
    } catch (error) {
      onTrouble(error);
      chats.delete(uuid);
      return { kind: 'failed' };
    } finally {
      chat.isBusy = false;
    }
  }

  /** Sends a message in a chat of a person who is accepted. */
  async function messageOf(uuid: string, isOwn: (viewer: Viewer) => boolean, text: string): Promise<Chatted> {
    const chat = chats.get(uuid);
    if (chat === undefined || !isOwn(chat.viewer) || idleMsOf(chat) > idleMs) return { kind: 'unknown' };
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
      { ofOne = room.ofOne, onCounted = () => {} }: OpenOptions = {},
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
      const chat: Chat = { ...base, usedAtMs: nowMs(), messages: 0, isBusy: false };
      chats.set(uuid, chat);
      onCounted();
      return say(uuid, chat, { kind: 'opening' });
    },
    message: ({ organisationId, userUuid }: Viewer, uuid: string, text: string): Promise<Chatted> =>
      messageOf(uuid, (viewer) => viewer.userUuid === userUuid && viewer.organisationId === organisationId, text),
    messageOf,
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
}

/** Plays one turn of the agent. */
async function replyOf(
  conversation: TextConversation,
  first: Input,
  { nowMs, run, handOver }: Surroundings,
): Promise<Omit<ChatReply, 'chat_uuid'>> {
  const tools: ChatReply['tools'] = [];
  const signal = AbortSignal.timeout(replyMs);
  const phrases: string[] = [];
  const usage: ReplyUsage[] = [];
  const path: NonNullable<ChatReply['path']> = [];
  let handedTo: string | undefined;
  let ended = false;
  const inputs: Input[] = [first];
  for (let calls = 0; calls <= mostTools; calls++) {
    const input = inputs.shift();
    if (input === undefined) break;
    const { text, actions, trace } = await conversation.reply(input, nowMs(), signal);
    if (trace !== undefined) usage.push(replyUsageOf({ models: [], ...trace }));
    path.push(...(trace?.path ?? []).map((part) => ({ ...part })));
    if (text !== '') phrases.push(text);
    for (const action of actions) {
      if (action.kind === 'end' || action.kind === 'transfer') ended = true;
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
    ended,
    tools,
    ...(path.length > 0 && { path }),
    ...(handedTo !== undefined && { handed_to: handedTo }),
    usage: turnUsageOf(usage),
  };
}
