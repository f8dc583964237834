import { Button, Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../server/ask.ts';
import { type SpeechProvider, type StageTrial, type TriedStage, tryStage } from '../server/voices.ts';

const routed = 'routed';
const names: Readonly<Record<SpeechProvider, string>> = {
  platform: 'The engines of this server',
  speech_a: 'speech_a',
  speech_b: 'speech_b',
};
const providers = Object.entries(names).map(([value, label]) => ({ value, label }));

/** Runs one sentence through a stage of calls, and shows how long it took. */
export const StageTrials = () => (
  <Paper component="section" className="surface" p="md" mb="md" maw={860} aria-labelledby="trials">
    <Title order={2} size="h4" id="trials">
      Try speech
    </Title>
    <Text className="quiet" mt={4} mb="sm">
      One sentence through the engine that the next call uses. Nothing is stored.
    </Text>
    <Stack gap="md">
      <Trial
        stage="transcription"
        label="Recognise with"
        choices={[{ value: routed, label: 'The saved setting' }, ...providers]}
        action="Try recognition"
      />
      <Trial stage="synthesis" label="Speak with" choices={providers} action="Try the voice" />
      <Trial stage="end_of_turn" action="Try end of turn" />
    </Stack>
  </Paper>
);

interface TrialProps {
  readonly stage: TriedStage;
  /** Of the choice of a provider. */
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
      <div role="status" aria-label={`Result of “${action}”`}>
        {answer !== undefined && <Result stage={stage} answer={answer} />}
      </div>
    </div>
  );
}

function Result({ stage, answer }: { readonly stage: TriedStage; readonly answer: Answer<StageTrial> }) {
  if (!answer.ok) return <Text mt="xs">{answer.detail}</Text>;
  const { ok, engine, voice, first_ms, total_ms, audio_ms, text, heard, fallback, error } = answer.value;
  if (!ok) return <Text mt="xs">{error}</Text>;
  const seconds = ((audio_ms ?? 0) / 1000).toFixed(1);
  return (
    <Stack gap={2} mt="xs" style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>
        {stage === 'synthesis' && `First sound after ${first_ms} ms, all ${seconds} s after ${total_ms} ms.`}
        {stage === 'transcription' && `Words after ${first_ms} ms, for ${seconds} s of speech.`}
        {stage === 'end_of_turn' && `Verdict after ${first_ms} ms, for ${seconds} s of speech.`}
      </Text>
      <Text size="sm">Served by {voice === null ? engine : `${engine}, voice ${voice}`}.</Text>
      {fallback !== null && <Text size="sm">Not the engine that was asked for: {fallback}.</Text>}
      <Text size="sm">Spoken: “{text}”</Text>
      {heard !== null && stage === 'end_of_turn' && <Text size="sm">Judged: {heard}.</Text>}
      {heard !== null && stage !== 'end_of_turn' && <Text size="sm">Recognised: “{heard}”</Text>}
    </Stack>
  );
}
