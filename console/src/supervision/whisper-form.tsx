import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../account/use-submit.ts';
import { TroubleLine } from '../components/trouble-line.tsx';
import { Link } from '../frame/router.tsx';
import { rich, t } from '../language/text.ts';
import { useHealth } from '../server/queries.ts';
import { type WhisperMode, whisperTo } from '../server/supervision.ts';

const maxCharacters = 300;
const modes = [
  { value: 'say', label: t('Say this') },
  { value: 'guide', label: t('Follow this') },
] as const satisfies readonly { readonly value: WhisperMode; readonly label: string }[];

/** Form for a text to the agent that the caller does not hear: to say in the next gap, or as guidance. */
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
          ? t('The agent says “{text}” in the next gap.', { text: value.text })
          : t('The agent follows “{text}” from the next reply.', { text: value.text }),
      );
    },
  );
  return (
    <form onSubmit={onSubmit}>
      <TroubleLine text={trouble} />
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('Whisper to the agent')}
          description={mode === 'say' ? t('It says this in the next gap.') : t('It follows this from its next reply.')}
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
            aria-label={t('What the agent does with it')}
            data={[...modes]}
            value={mode}
            onChange={({ currentTarget }) => setMode(currentTarget.value as WhisperMode)}
          />
        )}
        <Button type="submit" variant="default" loading={isBusy}>
          {t('Send')}
        </Button>
      </Group>
      {!hasModel && (
        <Text size="sm" className="quiet" mt={4}>
          {rich('To give guidance that the agent follows in its own words, {link}.', {
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
