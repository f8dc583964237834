import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { Bubble } from '../../../../client/call/bubbles.ts';
import { t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { useFlows } from '../../server/queries.ts';
import { type ChatReply, sendMessage, startChat, type ToolUse } from '../../server/text-chats.ts';
import type { TestedVersion } from '../../shared/calling/use-callees.ts';
import { Conversation } from '../../shared/conversation/conversation.tsx';
import { TroubleLine } from '../../shared/page/trouble-line.tsx';
import { usageText } from './usage-text.ts';

interface TypedTestProps {
  readonly agentUuid: string;
  readonly tested: TestedVersion;
  readonly name: string;
}

interface Chat {
  /** Undefined before the first chat and after it has ended. */
  readonly uuid: string | undefined;
  readonly bubbles: readonly Bubble[];
}

const maxCharacters = 500;
const toolUses: readonly { readonly value: ToolUse; readonly label: string }[] = [
  { value: 'read', label: t('Run those that read, simulate those that write') },
  { value: 'simulate', label: t('Simulate all') },
  { value: 'off', label: t('Let all of them fail') },
];
const noChat: Chat = { uuid: undefined, bubbles: [] };

/** Text chat with the agent. Nothing is stored. */
export function TypedTest({ agentUuid, tested, name }: TypedTestProps) {
  const [chat, setChat] = useState(noChat);
  const [text, setText] = useState('');
  const [toolUse, setToolUse] = useState<ToolUse>('read');
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const [toolCalls, setToolCalls] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  // As in a test by voice: goals and business belong to the campaign.
  const campaign = useFlows().data?.flows.find(({ voice_agent_id: agent }) => agent === agentUuid);

  const add = (speaker: Bubble['speaker'], said: string, note?: string): void =>
    setChat(({ uuid, bubbles }) => ({
      uuid,
      bubbles:
        said === ''
          ? bubbles
          : [
              ...bubbles,
              { key: `${bubbles.length}`, speaker, final: true, note, runs: [{ heard: 'yes', text: said }] },
            ],
    }));
  const receive = async (asked: Promise<Answer<ChatReply>>): Promise<void> => {
    setBusy(true);
    setTrouble(undefined);
    const answer = await asked;
    setBusy(false);
    if (!answer.ok) {
      setTrouble(answer.detail);
      if (answer.status !== 409) setChat(({ bubbles }) => ({ uuid: undefined, bubbles }));
      return;
    }
    const { chat_uuid: uuid, text: said, ended, tools, usage } = answer.value;
    setToolCalls((before) => [...before, ...tools.map(toolText)]);
    add('agent', said, usageText(usage));
    setChat(({ bubbles }) => ({ uuid: ended ? undefined : uuid, bubbles }));
    if (!ended) requestAnimationFrame(() => field.current?.focus());
  };
  const begin = (): void => {
    setChat(noChat);
    setToolCalls([]);
    void receive(
      tested().then((version) =>
        version.ok
          ? startChat(agentUuid, { tools: toolUse, version: version.value, campaign: campaign?.uuid })
          : version,
      ),
    );
  };
  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const said = text.trim();
    if (chat.uuid === undefined || isBusy || said === '') return;
    add('caller', said);
    setText('');
    void receive(sendMessage(chat.uuid, said));
  };

  const isOver = chat.uuid === undefined && chat.bubbles.length > 0 && !isBusy;
  return (
    <Stack gap="sm">
      <TroubleLine text={trouble} />
      {(chat.bubbles.length > 0 || isBusy) && (
        <Conversation bubbles={chat.bubbles} agentName={name} empty={t('The agent is about to write.')} live />
      )}
      {toolCalls.length > 0 && (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {toolCalls.join('\n')}
        </Text>
      )}
      {isOver && <Text size="sm">{t('The conversation is over.')}</Text>}
      {chat.uuid === undefined ? (
        <>
          <NativeSelect
            label={t('Its tools')}
            value={toolUse}
            onChange={({ currentTarget }) => setToolUse(currentTarget.value as ToolUse)}
            data={toolUses}
          />
          <Button onClick={begin} loading={isBusy}>
            {chat.bubbles.length === 0 ? t('Start a chat') : t('Start again')}
          </Button>
        </>
      ) : (
        <form onSubmit={send}>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              ref={field}
              label={t('Message')}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              maxLength={maxCharacters}
              autoComplete="off"
              style={{ flex: 1 }}
            />
            <Button type="submit" loading={isBusy}>
              {t('Send')}
            </Button>
          </Group>
        </form>
      )}
      <Text size="sm" className="quiet">
        {campaign === undefined
          ? t('The agent answers as in a call. Nothing is stored.')
          : t('The agent answers as in a call of the campaign {name}. Nothing is stored.', { name: campaign.name })}
      </Text>
    </Stack>
  );
}

function toolText({ name, ok, result, simulated }: ChatReply['tools'][number]): string {
  if (simulated && ok) return t('{name} was simulated.', { name });
  return ok ? t('{name} returned: {result}', { name, result }) : t('{name} failed: {result}', { name, result });
}
