import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Conversation, type ConversationOptions, type ConversationState, createConversation } from './index.ts';

/** A conversation and its present state. */
export interface UsedConversation {
  readonly conversation: Conversation;
  readonly state: ConversationState;
}

/** Returns a conversation that ends when the component unmounts. A change of `options` has no effect. */
export function useConversation(options: ConversationOptions): UsedConversation {
  const [conversation] = useState(() => createConversation(options));
  const state = useSyncExternalStore(conversation.subscribe, () => conversation.state);
  useEffect(() => {
    void conversation.load();
    return () => conversation.end();
  }, [conversation]);
  return { conversation, state };
}
