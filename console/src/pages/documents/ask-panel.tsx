import { Button, Group, Loader, NativeSelect, Paper, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import type { Reading } from '../../server/answers.ts';
import { Confirm } from '../../shared/dialog/confirm.tsx';
import { Announcement, useAnnouncer } from '../../shared/page/announcement.tsx';
import { dateAndTime } from '../../shared/page/figures.ts';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { AnswerMessage } from './answer-message.tsx';
import styles from './ask-panel.module.css';
import type { Shown } from './source-place.ts';
import { useAsking } from './use-asking.ts';

const suggestions = [t('Summarise it'), t('What are the key highlights?'), t('What can I ask?')] as const;
const newOne = 'new';

interface AskPanelProps {
  readonly reading: Reading;
  readonly onShow: (shown: Shown) => void;
}

/** Questions about one document or recording, in stored conversations. */
export function AskPanel({ reading, onShow }: AskPanelProps) {
  const asking = useAsking(reading);
  const announcer = useAnnouncer();
  const [isDeleting, setDeleting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { conversations, chosen, messages, pending } = asking;
  const what = reading.kind === 'audio' ? t('recording') : t('document');

  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void asking.ask();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void asking.ask();
  };
  const removed = async (): Promise<void> => {
    await asking.forget();
    setDeleting(false);
    announcer.sayHere(t('The conversation was deleted.'));
  };
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="ask">
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h4" id="ask">
          {t('Ask')}
        </Title>
        {chosen !== undefined && (
          <Group gap={6}>
            <Button variant="default" size="compact-sm" onClick={() => asking.choose(undefined)}>
              {t('New conversation')}
            </Button>
            <Button variant="default" size="compact-sm" onClick={() => setDeleting(true)}>
              {t('Delete this one')}
            </Button>
          </Group>
        )}
      </Group>
      <Announcement {...announcer} />
      {conversations.length > 0 && (
        <NativeSelect
          aria-label={t('Conversation')}
          mb="sm"
          value={chosen ?? newOne}
          onChange={({ currentTarget: { value } }) => asking.choose(value === newOne ? undefined : Number(value))}
          data={[
            { value: newOne, label: t('A new conversation') },
            ...conversations.map(({ conversation_id, title, last_message_at }) => ({
              value: String(conversation_id),
              label: `${title} (${dateAndTime(last_message_at)})`,
            })),
          ]}
        />
      )}
      <Messages reading={reading} onShow={onShow} messages={messages} pending={pending} isLoading={asking.isLoading}>
        <Text className="quiet">
          {t('Ask for a figure, a name, a date or a topic. Answers come from this {what} alone, and say where.', {
            what,
          })}
        </Text>
        <Group gap={6} mt="sm">
          {suggestions.map((text) => (
            <Button
              key={text}
              variant="default"
              size="compact-sm"
              onClick={() => {
                void asking.ask(text);
                field.current?.focus();
              }}
            >
              {text}
            </Button>
          ))}
        </Group>
      </Messages>
      <form onSubmit={onSubmit}>
        <div style={{ marginTop: 12 }}>
          <TroubleLine text={asking.trouble} />
        </div>
        <Textarea
          ref={field}
          label={t('Your question')}
          description={t('Enter asks, Shift+Enter begins a new line.')}
          value={asking.question}
          onChange={({ currentTarget }) => asking.write(currentTarget.value)}
          onKeyDown={onKeyDown}
          rows={2}
          maxLength={2000}
        />
        <Group justify="flex-end" mt="xs">
          <Button type="submit" aria-disabled={pending !== undefined}>
            {t('Ask')}
          </Button>
        </Group>
      </form>
      {isDeleting && (
        <Confirm
          title={t('Delete this conversation?')}
          action={t('Delete')}
          send={asking.remove}
          onDone={removed}
          onGone={removed}
          onCancel={() => setDeleting(false)}
        >
          {t('Its questions and answers are gone then; the {what} stays.', { what })}
        </Confirm>
      )}
    </Paper>
  );
}

interface MessagesProps
  extends AskPanelProps,
    Pick<ReturnType<typeof useAsking>, 'messages' | 'pending' | 'isLoading'> {
  /** Shown while the conversation is empty. */
  readonly children: React.ReactNode;
}

function Messages({ reading, onShow, messages, pending, isLoading, children }: MessagesProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when there is more
  useLayoutEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [messages, pending]);
  return (
    <div
      ref={box}
      className={styles.messages}
      role="log"
      aria-label={t('Questions and answers')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse
      tabIndex={0}
    >
      {isLoading && <Loader size="sm" aria-label={t('Loading the conversation')} />}
      {!isLoading && messages.length === 0 && pending === undefined && <div>{children}</div>}
      {messages.map((message) => (
        <AnswerMessage key={message.uuid} reading={reading} message={message} onShow={onShow} />
      ))}
      {pending !== undefined && (
        <>
          <div className={styles.message} data-role="user">
            <div className={styles.words}>{pending}</div>
          </div>
          <Text size="sm" className="quiet">
            {t('Looking for it…')}
          </Text>
        </>
      )}
    </div>
  );
}
