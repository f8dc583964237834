import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { rich, t } from '../../language/text.ts';
import type { Answer } from '../../server/ask.ts';
import { type SpeechProvider, type StageTrial, type TriedStage, tryStage } from '../../server/voices.ts';

const routed = 'routed';
const names: Readonly<Record<SpeechProvider, string>> = {
  platform: t('The engines of this server'),
  speech_a: 'speech_a',
  speech_b: 'speech_b',
};
const providers = Object.entries(names).map(([value, label]) => ({ value, label }));

/** Runs one sentence through a stage of a call, and shows how long it took. */
export const StageTrials = () => (
  <Paper component="section" className="surface" p="md" mb="md" maw={860} aria-labelledby="trials">
    <Title order={2} size="h4" id="trials">
      {t('Try speech')}
    </Title>
    <Text className="quiet" mt={4} mb="sm">
      {t('One sentence through the engine that the next call uses. Nothing is stored.')}
    </Text>
    <Stack gap="md">
      <Trial
        stage="transcription"
        label={t('Recognise with')}
        choices={[{ value: routed, label: t('The saved setting') }, ...providers]}
        action={t('Try recognition')}
      />
      <Trial stage="synthesis" label={t('Speak with')} choices={providers} action={t('Try the voice')} />
      <Trial stage="voice_activity" action={t('Try voice detection')} />
      <Trial stage="end_of_turn" action={t('Try end of turn')} />
      <Trial stage="embedding" action={t('Try search by meaning')} />
      <Trial stage="vllm" action={t('Try the language model server')} />
    </Stack>
  </Paper>
);

interface TrialProps {
  readonly stage: TriedStage;
  /** Label of the provider choice. */
  readonly label?: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly action: string;
}

function Trial({ stage, label, choices = [], action }: TrialProps) {
  const [provider, setProvider] = useState(choices[0]?.value ?? routed);
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Answer<StageTrial>>();
  const press = async (): Promise<void> => {
    setBusy(true);
    setAnswer(undefined);
    setAnswer(await tryStage(stage, provider === routed ? undefined : (provider as SpeechProvider)));
    setBusy(false);
  };
  return (
    <div>
      <Group align="flex-end" gap="sm">
        {choices.length > 0 && (
          <NativeSelect
            label={label}
            data={[...choices]}
            value={provider}
            onChange={({ currentTarget }) => setProvider(currentTarget.value)}
            miw={240}
          />
        )}
        <Button variant="default" loading={isBusy} onClick={() => void press()}>
          {action}
        </Button>
      </Group>
      <div role="status" aria-label={t('Result of “{action}”', { action })}>
        {answer !== undefined && <Result stage={stage} answer={answer} />}
      </div>
    </div>
  );
}

type Latency = Pick<StageTrial, 'first_ms' | 'total_ms'> & { readonly seconds: string };

const latencyOf: Readonly<Record<TriedStage, (latency: Latency) => string>> = {
  transcription: ({ first_ms, seconds }) =>
    t('Words after {first_ms} ms, for {seconds} s of speech.', { first_ms, seconds }),
  synthesis: ({ first_ms, total_ms, seconds }) =>
    t('First sound after {first_ms} ms, all {seconds} s after {total_ms} ms.', { first_ms, seconds, total_ms }),
  voice_activity: ({ first_ms, seconds }) =>
    t('Speech detected {first_ms} ms after it began, for {seconds} s of speech.', { first_ms, seconds }),
  end_of_turn: ({ first_ms, seconds }) =>
    t('Verdict after {first_ms} ms, for {seconds} s of speech.', { first_ms, seconds }),
  embedding: ({ first_ms }) => t('Meaning of the sentence after {first_ms} ms.', { first_ms }),
  vllm: ({ first_ms }) => t('Reply after {first_ms} ms.', { first_ms }),
};

function Result({ stage, answer }: { readonly stage: TriedStage; readonly answer: Answer<StageTrial> }) {
  if (!answer.ok) return <Text mt="xs">{answer.detail}</Text>;
  const { ok, engine, voice, first_ms, total_ms, audio_ms, text, heard, fallback, error } = answer.value;
  if (!ok) return <Text mt="xs">{error}</Text>;
  const seconds = ((audio_ms ?? 0) / 1000).toFixed(1);
  return (
    <Stack gap={2} mt="xs" style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>{latencyOf[stage]({ first_ms, total_ms, seconds })}</Text>
      <Text size="sm">
        {rich('Served by {engine}.', {
          engine: voice === null ? engine : t('{engine}, voice {voice}', { engine, voice }),
        })}
      </Text>
      {fallback !== null && <Text size="sm">{t('Not the engine that was asked for: {fallback}.', { fallback })}</Text>}
      <Text size="sm">{askedOf(stage, text)}</Text>
      {heard !== null && <Text size="sm">{toldBy(stage, heard)}</Text>}
    </Stack>
  );
}

function askedOf(stage: TriedStage, text: string | null): ReactNode {
  if (stage === 'embedding') return rich('Compared: “{text}”', { text });
  return stage === 'vllm' ? rich('Asked: “{text}”', { text }) : rich('Spoken: “{text}”', { text });
}

function toldBy(stage: TriedStage, heard: string): string {
  if (stage === 'transcription') return t('Recognised: “{heard}”', { heard });
  return stage === 'vllm' ? t('Replied: “{heard}”', { heard }) : t('Judged: {heard}.', { heard });
}
