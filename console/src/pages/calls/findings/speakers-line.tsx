import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../language/text.ts';
import { useCallChange } from '../../../server/analysed-calls.ts';
import type { AnalysedCall } from '../../../server/answers.ts';
import { TroubleLine } from '../../../shared/page/trouble-line.tsx';

interface SpeakersLineProps {
  readonly call: AnalysedCall;
  readonly onSaved: (sentence: string) => void;
}

/** How the speakers of an uploaded recording were named, and how to correct it. Renders nothing for other calls. */
export function SpeakersLine({ call, onSaved }: SpeakersLineProps) {
  const { nameSpeakers } = useCallChange(call);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const { speakers } = call;
  if ((call.source !== 'upload' && call.source !== 'api') || call.status !== 'completed') return null;
  const isNamed = call.transcript.some(({ speaker }) => speaker === 'customer' || speaker === 'agent');
  const isDivided = call.transcript.some(({ speaker }) => speaker === 'speaker_1' || speaker === 'speaker_2');
  if (!isNamed && !isDivided) return null;
  const name = async (agent: 'customer' | 'speaker_1' | 'speaker_2'): Promise<void> => {
    setBusy(true);
    const answer = await nameSpeakers(agent);
    setBusy(false);
    setTrouble(answer.ok ? undefined : answer.detail);
    if (answer.ok) onSaved(t('Speakers saved. The call is analysed again.'));
  };
  return (
    <Paper component="section" className="surface" p="sm" mb="md" aria-label={t('Speakers')}>
      <TroubleLine text={trouble} />
      <Group justify="space-between" gap="sm">
        <Text size="sm">{isDivided ? t('Two voices were found. Which one is the agent?') : textOf(speakers)}</Text>
        <Group gap="xs">
          {isDivided ? (
            (['speaker_1', 'speaker_2'] as const).map((speaker, index) => (
              <Button key={speaker} size="xs" variant="default" loading={isBusy} onClick={() => void name(speaker)}>
                {t('Speaker {index} is the agent', { index: index + 1 })}
              </Button>
            ))
          ) : (
            <Button size="xs" variant="default" loading={isBusy} onClick={() => void name('customer')}>
              {t('Swap agent and customer')}
            </Button>
          )}
        </Group>
      </Group>
      {call.recording_note === 'truncated' && (
        <Text size="sm" mt="xs">
          {t('The recording ends in the middle. What there is of it was transcribed.')}
        </Text>
      )}
    </Paper>
  );
}

function textOf(speakers: AnalysedCall['speakers']): string {
  if (speakers === null) return t('Speakers are named as in the transcript.');
  if (speakers.by === 'person') return t('Speakers were named by a user.');
  if (speakers.by === 'voices')
    return t('Speakers were detected automatically. If they are the wrong way round, swap them.');
  return speakers.swapped
    ? t('The channels of the recording were exchanged: the agent speaks on the first one.')
    : t('Each speaker has a channel of the recording.');
}
