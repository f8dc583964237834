import { randomUUID } from 'node:crypto';
import type { Turn } from '../../answers/index.ts';
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
  /** Undefined when the document is not the owner's, or gone. */
  create(
    owner: DocumentOwner,
    agent: ConversationAgentKind,
    about: { readonly documentUuid?: string | undefined; readonly title?: string | undefined },
  ): Promise<ConversationRow | undefined>;
  /** Undefined when there is none, or it is not the owner's. */
  get(key: ConversationKey): Promise<{ conversation: ConversationRow; messages: MessageRow[] } | undefined>;
  add(
    key: ConversationKey,
    message: Pick<NewMessageBody, 'role' | 'content'>,
  ): Promise<MessageRow | 'full' | undefined>;
  /**
   * Returns the last questions and answers, oldest first, for a question about the document that may refer to them;
   * without the answers if the chat belongs to no document, since they may be about another one. `full` or undefined
   * where `exchange` would be.
   */
  turns(key: ConversationKey, documentUuid: string): Promise<Turn[] | 'full' | undefined>;
  /** Adds a question and its answer, both or neither. Undefined also when the conversation is about another document. */
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

/** As much of an answer as a message may hold, and a sentence that says so where that is not all. */
function kept(text: string): string {
  if (text.length <= maxContentCharacters) return text;
  const part = text.slice(0, maxContentCharacters - restLeftOut.length);
  return `${part.replace(/[\ud800-\udbff]$/, '')}${restLeftOut}`;
}

/** What people and the agents of documents and of recordings said to each other: each belongs to one person. */
export function createConversations({ store, now }: ConversationsOptions): Conversations {
  const messageOf = (role: NewMessageBody['role'], content: string, answer: object | null) => ({
    ...{ uuid: randomUUID(), role, content, answer, sentAt: now().toISOString() },
  });

  /** Undefined also when it is about another document. */
  async function about(key: ConversationKey, documentUuid: string): Promise<ConversationRow | undefined> {
    const found = await store.find(key);
    return (found?.documentUuid ?? documentUuid) === documentUuid ? found : undefined;
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
      const found = await about(key, documentUuid);
      if (found === undefined) return undefined;
      if (found.messageCount + messagesOfExchange > maxMessages) return 'full';
      const isBound = typeof found.documentUuid === 'string';
      const messages = await store.lastMessages(key, turnsLookedAt * messagesOfExchange);
      return messages.flatMap(({ role, content: question }, i) => {
        const next = messages[i + 1];
        // Longer text is not a question that another one refers to.
        if (role !== 'user' || question.length > maxQuestionCharacters) return [];
        return [{ question, answer: isBound && next?.role === 'assistant' ? next.content : '' }];
      });
    },
    async exchange(key, { documentUuid, question, answer }) {
      if ((await about(key, documentUuid)) === undefined) return undefined;
      const { text, isFound, by, sources } = answer;
      const both = [messageOf('user', question, null), messageOf('assistant', kept(text), { isFound, by, sources })];
      return store.addMessages(key, both, maxMessages);
    },
    about: store.about,
    history: store.history,
    remove: store.remove,
  };
}
