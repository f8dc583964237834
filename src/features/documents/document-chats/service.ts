import { randomUUID } from 'node:crypto';
import type { Turn } from '../../../answers/index.ts';
import type { DocumentOwner } from '../documents/index.ts';
import { maxContentCharacters, maxQuestionCharacters, type NewMessageBody, type StoredAnswer } from './schema.ts';
import type {
  ConversationAgentKind,
  ConversationKey,
  ConversationRow,
  ConversationStore,
  HistoryRow,
  MessageRow,
} from './store.ts';

export interface ConversationsOptions {
  readonly store: ConversationStore;
  readonly now: () => Date;
}

export interface Conversations {
  /** Returns undefined if the document is missing or belongs to somebody else. */
  create(
    owner: DocumentOwner,
    agent: ConversationAgentKind,
    about: { readonly documentUuid?: string | undefined; readonly title?: string | undefined },
  ): Promise<ConversationRow | undefined>;
  /** Returns undefined if the chat is missing or belongs to somebody else. */
  get(key: ConversationKey): Promise<{ conversation: ConversationRow; messages: MessageRow[] } | undefined>;
  add(
    key: ConversationKey,
    message: Pick<NewMessageBody, 'role' | 'content'>,
  ): Promise<MessageRow | 'full' | undefined>;
  /**
   * Returns the last questions and answers, oldest first, as context for a question about the document. Omits the
   * answers if the chat belongs to no document, since they may be about another one. Returns `full` or undefined where
   * `exchange` would.
   */
  turns(key: ConversationKey, documentUuid: string): Promise<Turn[] | 'full' | undefined>;
  /** Adds a question and its answer, both or neither. Returns undefined also if the chat is about another document. */
  exchange(key: ConversationKey, exchange: Exchange): Promise<MessageRow[] | 'full' | undefined>;
  about: ConversationStore['about'];
  history(owner: DocumentOwner, agent: ConversationAgentKind, limit: number): Promise<HistoryRow[]>;
  remove(key: ConversationKey): Promise<boolean>;
}

export interface Exchange {
  readonly documentUuid: string;
  readonly question: string;
  readonly answer: StoredAnswer & { readonly text: string };
}

export const maxMessages = 1000;
const messagesOfExchange = 2;
const turnsLookedAt = 6;

const restLeftOut = '\n\nThe rest of this answer was not stored in the chat.';

/** Truncates an answer to the maximum length of a message, and notes the truncation at its end. */
function shortened(text: string): string {
  if (text.length <= maxContentCharacters) return text;
  const part = text.slice(0, maxContentCharacters - restLeftOut.length);
  return `${part.replace(/[\ud800-\udbff]$/, '')}${restLeftOut}`;
}

/** Chats between people and the document and recording agents. Each chat belongs to one person. */
export function createConversations({ store, now }: ConversationsOptions): Conversations {
  const messageOf = (role: NewMessageBody['role'], content: string, answer: object | null) => ({
    uuid: randomUUID(),
    role,
    content,
    answer,
    sentAt: now().toISOString(),
  });

  /** Returns undefined also if the chat is about another document. */
  async function about(key: ConversationKey, documentUuid: string): Promise<ConversationRow | undefined> {
    const chat = await store.find(key);
    return (chat?.documentUuid ?? documentUuid) === documentUuid ? chat : undefined;
  }

  return {
    create: (owner, agent, { documentUuid = null, title }) =>
      store.create({ owner, agent, documentUuid, title, at: now().toISOString() }),
    async get(key) {
      const conversation = await store.find(key);
      return conversation && { conversation, messages: await store.messages(key) };
    },
    async add(key, { role, content }) {
      const added = await store.addMessages(key, [messageOf(role, content, null)], maxMessages);
      return added === undefined || added === 'full' ? added : added[0];
    },
    async turns(key, documentUuid) {
      const chat = await about(key, documentUuid);
      if (chat === undefined) return undefined;
      if (chat.messageCount + messagesOfExchange > maxMessages) return 'full';
      const isBound = typeof chat.documentUuid === 'string';
      const messages = await store.lastMessages(key, turnsLookedAt * messagesOfExchange);
      return messages.flatMap(({ role, content: question }, i) => {
        const next = messages[i + 1];
        // A longer text was not a question, so later ones do not refer to it.
        if (role !== 'user' || question.length > maxQuestionCharacters) return [];
        return [{ question, answer: isBound && next?.role === 'assistant' ? next.content : '' }];
      });
    },
    async exchange(key, { documentUuid, question, answer }) {
      if ((await about(key, documentUuid)) === undefined) return undefined;
      const { text, isFound, by, sources } = answer;
      const both = [
        messageOf('user', question, null),
        messageOf('assistant', shortened(text), { isFound, by, sources }),
      ];
      return store.addMessages(key, both, maxMessages);
    },
    about: store.about,
    history: store.history,
    remove: store.remove,
  };
}
