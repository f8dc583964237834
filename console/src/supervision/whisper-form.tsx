import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../account/use-submit.ts';
import { TroubleLine } from '../components/trouble-line.tsx';
import { Link } from '../frame/router.tsx';
import { useHealth } from '../server/queries.ts';
import { type WhisperMode, whisperTo } from '../server/supervision.ts';

const maxCharacters = 300;
const modes = [
  { value: 'say', label: 'Say this' },
  { value: 'guide', label: 'Follow this' },
] as const satisfies readonly { readonly value: WhisperMode; readonly label: string }[];

/** A text for the agent that the caller does not hear: to say in the next gap, or to follow. */
export function WhisperForm({ callUuid }: { readonly callUuid: string }) {
  const hasModel = useHealth().data?.brain !== 'embedded';
  const [text, setText] = useState('');
  const [mode, setMode] = useState<WhisperMode>('say');
  const [sent, setSent] = useState('');
  const { isBusy, trouble, onSubmit } = useSubmit(
    () => whisperTo(callUuid, { mode, text }),
    (value) => {
      setText('');
      setSent(
        value.mode === 'say'
          ? `The agent says “${value.text}” in the next gap.`
          : `The agent follows “${value.text}” from the next reply.`,
      );
    },
  );
  return (
    <form onSubmit={onSubmit}>
      <TroubleLine text={trouble} />
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Whisper to the agent"
          description={mode === 'say' ? 'It says this in the next gap.' : 'It follows this from its next reply.'}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          required
          withAsterisk={false}
          maxLength={maxCharacters}
          autoComplete="off"
          style={{ flex: '1 1 220px' }}
        />
        {hasModel && (
          <NativeSelect
            aria-label="What the agent does with it"
            data={[...modes]}
            value={mode}
            onChange={({ currentTarget }) => setMode(currentTarget.value as WhisperMode)}
          />
        )}
        <Button type="submit" variant="default" loading={isBusy}>
          Send
        </Button>
      </Group>
      {!hasModel && (
        <Text size="sm" className="quiet" mt={4}>
          To give guidance that the agent follows in its own words, <Link href="/models">connect a language model</Link>
          .
        </Text>
      )}
      <Text role="status" size="sm" mt={4}>
        {sent}
      </Text>
    </form>
  );
}
