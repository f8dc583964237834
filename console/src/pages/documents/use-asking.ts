import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Message, Reading } from '../../server/answers.ts';
import { askQuestion, removeConversation, useConversation, useConversations } from '../../server/readings.ts';

const none: readonly never[] = [];

/** The conversations about one document, the selected one, and the question being typed or answered. */
export function useAsking({ uuid, kind }: Pick<Reading, 'uuid' | 'kind'>) {
  const queries = useQueryClient();
  const list = useConversations(uuid);
  const conversations = list.data?.conversations ?? none;
  const [choice, setChoice] = useState<{ readonly number: number | undefined }>();
  // The last conversation continues until another is selected.
  const chosen = choice === undefined ? conversations[0]?.conversation_id : choice.number;
  const shown = useConversation(chosen);
  const [question, setQuestion] = useState('');
  const [pending, setPending] = useState<string>();
  const [trouble, setTrouble] = useState<string>();

  function put(number: number, added: readonly Message[]): void {
    queries.setQueryData<{ readonly messages: readonly Message[] }>(['conversation', number], (known) => ({
      ...known,
      messages: [...(known?.messages ?? []), ...added],
    }));
  }

  return {
    conversations,
    chosen,
    messages: chosen === undefined ? none : (shown.data?.messages ?? none),
    isLoading: list.isLoading || (chosen !== undefined && shown.isLoading),
    question,
    pending,
    trouble: trouble ?? list.error?.message ?? (chosen === undefined ? undefined : shown.error?.message),
    write: setQuestion,
    choose(number: number | undefined): void {
      setTrouble(undefined);
      setChoice({ number });
    },
    /** Sends a question, by default the typed one. If it fails, the question is put back into the field. */
    async ask(given = question): Promise<void> {
      const asked = given.trim();
      if (asked === '' || pending !== undefined) return;
      setQuestion('');
      setPending(asked);
      setTrouble(undefined);
      const answer = await askQuestion(uuid, asked, chosen);
      setPending(undefined);
      if (!answer.ok) {
        setTrouble(answer.detail);
        return setQuestion((written) => (written === '' ? asked : written));
      }
      const { conversation_id, messages } = answer.value;
      put(conversation_id, messages);
      setChoice({ number: conversation_id });
      await queries.invalidateQueries({ queryKey: ['conversations', uuid] });
    },
    remove: () => removeConversation(kind, chosen ?? 0),
    /** Deselects the conversation and reloads the list. */
    async forget(): Promise<void> {
      setChoice({ number: undefined });
      await queries.invalidateQueries({ queryKey: ['conversations', uuid] });
    },
  };
}
