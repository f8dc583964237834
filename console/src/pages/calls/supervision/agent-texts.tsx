import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../../language/text.ts';
import { useHealth } from '../../../server/queries.ts';
import { type AgentTextMode, tellAgent } from '../../../server/supervision.ts';
import { useSubmit } from '../../../shared/form/use-submit.ts';
import { Link } from '../../../shared/navigation/router.tsx';
import { TroubleLine } from '../../../shared/page/trouble-line.tsx';

const maxCharacters = 300;

interface Command {
  readonly mode: AgentTextMode;
  readonly label: string;
  readonly hint: string;
  readonly button: string;
  readonly sent: (text: string) => string;
}

/** The caller does not hear it. */
const tell: Command = {
  mode: 'guide',
  label: t('Tell the agent'),
  hint: t('The caller does not hear this. The agent follows it from its next reply.'),
  button: t('Tell'),
  sent: (text) => t('The agent follows “{text}” from the next reply. The caller does not hear it.', { text }),
};
const say: Command = {
  mode: 'say',
  label: t('Say to the caller'),
  hint: t('The agent says exactly this aloud in the next gap.'),
  button: t('Say aloud'),
  sent: (text) => t('The agent says “{text}” to the caller in the next gap.', { text }),
};

/** Texts for the agent of a call: a note that only it follows, and words that it says to the caller. */
export function AgentTexts({ callUuid }: { readonly callUuid: string }) {
  const hasModel = useHealth().data?.brain !== 'embedded';
  return (
    <Stack gap="sm">
      {hasModel ? (
        <CommandForm callUuid={callUuid} command={tell} />
      ) : (
        <Text size="sm" className="quiet">
          {rich('To tell the agent something that the caller does not hear, {link}.', {
            link: <Link href="/models">{t('connect a language model')}</Link>,
          })}
        </Text>
      )}
      <CommandForm callUuid={callUuid} command={say} />
    </Stack>
  );
}

function CommandForm({ callUuid, command }: { readonly callUuid: string; readonly command: Command }) {
  const { mode, label, hint, button } = command;
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  const { isBusy, trouble, onSubmit } = useSubmit(
    () => tellAgent(callUuid, { mode, text }),
    (value) => {
      setText('');
      setSent(command.sent(value.text));
    },
  );
  return (
    <form onSubmit={onSubmit}>
      <TroubleLine text={trouble} />
      <Group align="flex-end" gap="xs">
        <TextInput
          label={label}
          description={hint}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          required
          withAsterisk={false}
          maxLength={maxCharacters}
          autoComplete="off"
          style={{ flex: '1 1 220px' }}
        />
        <Button type="submit" variant="default" loading={isBusy}>
          {button}
        </Button>
      </Group>
      <Text role="status" size="sm" mt={4}>
        {sent}
      </Text>
    </form>
  );
}
