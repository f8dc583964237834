import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type Tables, type TenantQueries } from '../../../data/index.ts';
import { type DocumentOwner, visibleTo } from '../documents/index.ts';

type StoredConversation = InferSelectModel<Tables['conversations']>;

/** The agent of a chat. */
export type ConversationAgentKind = StoredConversation['agent'];
export type ConversationRow = StoredConversation;
export type MessageRow = InferSelectModel<Tables['conversationMessages']>;
export type NewMessage = Pick<MessageRow, 'uuid' | 'role' | 'content' | 'sentAt' | 'answer'>;

/** A chat with the title of its document; null without one that the person may read. */
export type HistoryRow = ConversationRow & { readonly documentTitle: string | null };

/** Key of one person's chat with an agent. */
export interface ConversationKey {
  readonly owner: DocumentOwner;
  /** Any agent if absent. */
  readonly agent?: ConversationAgentKind;
  readonly number: number;
}

export interface NewConversation {
  readonly owner: DocumentOwner;
  readonly agent: ConversationAgentKind;
  readonly documentUuid: string | null;
  /** Defaults to the title of its document, or to a general one. */
  readonly title: string | undefined;
  readonly at: string;
}

export interface ConversationStore {
  /** Returns undefined if the document does not exist or belongs to somebody else. */
  create(conversation: NewConversation): Promise<ConversationRow | undefined>;
  find(key: ConversationKey): Promise<ConversationRow | undefined>;
  /** Chats about a document, most recently updated first. */
  about(
    owner: DocumentOwner,
    documentUuid: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly rows: ConversationRow[]; readonly total: number }>;
  /** Returns the messages in order. */
  messages(key: ConversationKey): Promise<MessageRow[]>;
  /** Returns the last messages, oldest first. */
  lastMessages(key: ConversationKey, count: number): Promise<MessageRow[]>;
  /** Adds all messages or none. Returns `full` beyond the limit; undefined if the chat does not exist. */
  addMessages(
    key: ConversationKey,
    messages: readonly NewMessage[],
    most: number,
  ): Promise<MessageRow[] | 'full' | undefined>;
  /** Most recently updated first. */
  history(owner: DocumentOwner, agent: ConversationAgentKind, limit: number): Promise<HistoryRow[]>;
  /** Deletes a chat with its messages. Returns whether it existed. */
  remove(key: ConversationKey): Promise<boolean>;
}

const untitled = 'New conversation';

export function createConversationStore(database: Database): ConversationStore {
  const { conversations, conversationMessages, conversationNumbers, kbDocuments } = database.tables;
  const tenant = ({ organisationId }: DocumentOwner) => forOrganisation(database, organisationId);
  const mine = ({ owner, agent, number }: ConversationKey): SQL =>
    and(
      eq(conversations.number, number),
      eq(conversations.userUuid, owner.userUuid),
      agent === undefined ? undefined : eq(conversations.agent, agent),
    ) as SQL;

  /** Numbers are never reused in an organisation, even after the last chat is deleted. */
  async function nextNumber(queries: TenantQueries): Promise<number> {
    await queries.insertNew(conversationNumbers, [{ lastNumber: 0 }]);
    await queries.system
      .update(conversationNumbers)
      .set({ lastNumber: sql`${conversationNumbers.lastNumber} + 1` })
      .where(queries.own(conversationNumbers));
    return (await queries.select(conversationNumbers))[0]?.lastNumber as number;
  }

  async function find({ owner, ...rest }: ConversationKey): Promise<ConversationRow | undefined> {
    return (await tenant(owner).read.select(conversations, mine({ owner, ...rest })))[0];
  }

  return {
    find,
    create: ({ owner, agent, documentUuid, title, at }) =>
      tenant(owner).tx(async (queries) => {
        const ofDocument = and(eq(kbDocuments.uuid, documentUuid ?? ''), visibleTo(database.tables, owner));
        const document = documentUuid === null ? undefined : (await queries.select(kbDocuments, ofDocument))[0];
        if (documentUuid !== null && document === undefined) return undefined;
        const row = {
          uuid: randomUUID(),
          number: await nextNumber(queries),
          agent,
          userUuid: owner.userUuid,
          documentUuid,
          messageCount: 0,
          title: title ?? document?.title ?? untitled,
          startedAt: at,
          lastMessageAt: at,
        };
        await queries.insert(conversations, [row]);
        return { ...row, organisationId: owner.organisationId };
      }),
    async messages(key) {
      const chat = await find(key);
      if (chat === undefined) return [];
      const ofIt = eq(conversationMessages.conversationUuid, chat.uuid);
      const orderBy = [asc(conversationMessages.position)];
      return tenant(key.owner).read.select(conversationMessages, ofIt, { orderBy });
    },
    async lastMessages(key, count) {
      const chat = await find(key);
      if (chat === undefined) return [];
      const where = and(
        eq(conversationMessages.conversationUuid, chat.uuid),
        gt(conversationMessages.position, chat.messageCount - count),
      ) as SQL;
      const orderBy = [asc(conversationMessages.position)];
      return tenant(key.owner).read.select(conversationMessages, where, { orderBy });
    },
    async about(owner, documentUuid, page) {
      const { read } = tenant(owner);
      const where = and(
        eq(conversations.userUuid, owner.userUuid),
        eq(conversations.documentUuid, documentUuid),
      ) as SQL;
      const orderBy = [desc(conversations.lastMessageAt), desc(conversations.number)];
      const rows = await read.select(conversations, where, { ...page, orderBy });
      return { rows, total: await read.count(conversations, where) };
    },
    addMessages: (key, messages, most) =>
      tenant(key.owner).tx(async (queries) => {
        const chat = (await queries.select(conversations, mine(key)))[0];
        if (chat === undefined) return undefined;
        const messageCount = chat.messageCount + messages.length;
        if (messageCount > most) return 'full';
        // Clocks may go back, but the order of messages must not.
        const rows = messages.map((message, i) => ({
          ...message,
          sentAt: [message.sentAt, chat.lastMessageAt].sort()[1] as string,
          conversationUuid: chat.uuid,
          position: chat.messageCount + 1 + i,
        }));
        await queries.insert(conversationMessages, rows);
        const lastMessageAt = rows.at(-1)?.sentAt ?? chat.lastMessageAt;
        await queries.update(conversations, { messageCount, lastMessageAt }, mine(key));
        return rows.map((row) => ({ ...row, organisationId: key.owner.organisationId }));
      }),
    async history(owner, agent, limit) {
      const { read } = tenant(owner);
      const ofAgent = and(eq(conversations.userUuid, owner.userUuid), eq(conversations.agent, agent));
      const rows = await read.system
        .select({ conversation: conversations, documentTitle: kbDocuments.title })
        .from(conversations)
        .leftJoin(kbDocuments, and(eq(kbDocuments.uuid, conversations.documentUuid), visibleTo(database.tables, owner)))
        .where(read.own(conversations, ofAgent))
        .orderBy(desc(conversations.lastMessageAt), desc(conversations.number))
        .limit(limit);
      return rows.map(({ conversation, documentTitle }) => ({ ...conversation, documentTitle }));
    },
    remove: (key) => tenant(key.owner).tx(async (queries) => (await queries.delete(conversations, mine(key))) > 0),
  };
}
