import { Button, Group, Loader, Text, TextInput } from '@mantine/core';
import { IconMessage, IconSpeakerphone } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { rich, t } from '../../../language/text.ts';
import { useHealth } from '../../../server/queries.ts';
import { type AgentTextMode, tellAgent } from '../../../server/supervision.ts';
import { useSending } from '../../../shared/form/use-sending.ts';
import { Link } from '../../../shared/navigation/router.tsx';
import { TroubleLine } from '../../../shared/page/trouble-line.tsx';

const maxCharacters = 300;

/** The result of a text. The caller does not hear an instruction to the agent. */
const commands = {
  guide: {
    label: t('Tell the agent'),
    Icon: IconMessage,
    sent: (text: string) => t('The agent follows “{text}” from the next reply. The caller does not hear it.', { text }),
  },
  say: {
    label: t('Say to the caller'),
    Icon: IconSpeakerphone,
    sent: (text: string) => t('The agent says “{text}” to the caller in the next gap.', { text }),
  },
} as const;

/** One field for a text to a call, and who receives it: only the agent, or the caller, through the agent. */
export function AgentTexts({ callUuid }: { readonly callUuid: string }) {
  const hasModel = useHealth().data?.brain !== 'embedded';
  const modes: readonly [AgentTextMode, ...AgentTextMode[]] = hasModel ? ['guide', 'say'] : ['say'];
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  const { busy, trouble, send } = useSending<AgentTextMode>();
  const tell = async (mode: AgentTextMode): Promise<void> => {
    const answer = await send(() => tellAgent(callUuid, { mode, text }), { action: mode });
    if (answer?.ok !== true) return;
    setText('');
    setSent(commands[mode].sent(answer.value.text));
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    // The button that was pressed; on Enter, the first one.
    const { submitter } = event.nativeEvent as SubmitEvent;
    void tell(modes.find((mode) => mode === submitter?.getAttribute('value')) ?? modes[0]);
  };
  return (
    <form onSubmit={onSubmit}>
      <TroubleLine text={trouble} />
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('Message')}
          description={
            hasModel
              ? t('Only the agent reads what you tell it. What you say to the caller, the agent says aloud.')
              : t('The agent says exactly this aloud in the next gap.')
          }
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          required
          withAsterisk={false}
          maxLength={maxCharacters}
          autoComplete="off"
          style={{ flex: '1 1 260px', maxWidth: 'none' }}
        />
        {modes.map((mode) => {
          const { label, Icon } = commands[mode];
          return (
            <Button
              key={mode}
              type="submit"
              value={mode}
              variant={mode === 'guide' ? 'light' : 'default'}
              aria-busy={busy === mode}
              leftSection={
                busy === mode ? <Loader size={18} color="currentColor" aria-hidden /> : <Icon size={18} aria-hidden />
              }
            >
              {label}
            </Button>
          );
        })}
      </Group>
      {!hasModel && (
        <Text size="sm" className="quiet" mt={4}>
          {rich('To tell the agent something that the caller does not hear, {link}.', {
            link: <Link href="/models">{t('connect a language model')}</Link>,
          })}
        </Text>
      )}
      <Text role="status" size="sm" mt={4}>
        {sent}
      </Text>
    </form>
  );
}
