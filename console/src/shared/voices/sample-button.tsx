import { Button, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { generateSample, sampleSound, useSampleCatalog, useVoiceSamples } from '../../server/voices.ts';
import { useMe } from '../account/use-account.ts';
import { ClipButton } from './clip-button.tsx';

/** Long enough for the retries of a failing engine. */
const longestMs = 60_000;

interface SampleButtonProps {
  readonly speaker: string;
  /** Language of the clip, if the voice speaks it; otherwise the voice's first language. */
  readonly language?: string;
}

/** Plays the audition clip of a voice, creating it first if necessary. Renders nothing for a voice without clips. */
export function SampleButton({ speaker, language }: SampleButtonProps) {
  const role = useMe().data?.role;
  const queries = useQueryClient();
  const [isMaking, setMaking] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const languages = useSampleCatalog().data?.speakers.find(({ name }) => name === speaker)?.languages ?? [];
  const code = languages.find((one) => one === language) ?? languages[0];
  const samples = useVoiceSamples(isMaking).data?.samples;
  const ofVoice = samples?.filter((one) => one.speaker === speaker && primary(one.language) === primary(code ?? ''));
  const sample = ofVoice?.find((one) => one.language === code) ?? ofVoice?.[0];
  const wasAsked = useRef(false);
  const isWaiting = isMaking && sample === undefined;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setMaking(false);
      setTrouble(t('The clip could not be made. The speech server may be down.'));
    }, longestMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  if (code === undefined || samples === undefined) return null;
  if (sample !== undefined)
    return (
      <ClipButton
        key={sample.uuid}
        what={t('{speaker} in {language}', { speaker, language: sample.language })}
        load={() => sampleSound(sample.url)}
        isPlayedAtOnce={wasAsked.current}
      />
    );
  if (role !== 'manager' && role !== 'admin') return null;
  const make = async (): Promise<void> => {
    setTrouble(undefined);
    wasAsked.current = true;
    setMaking(true);
    const answer = await generateSample(speaker, code);
    if (answer.ok) return queries.invalidateQueries({ queryKey: ['voice-samples'] });
    setMaking(false);
    setTrouble(answer.status === 409 ? t('Other clips are being made. Try again in a moment.') : answer.detail);
  };
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        loading={isWaiting}
        leftSection={<IconPlayerPlay size={14} aria-hidden />}
        aria-label={t('Listen to {speaker} in {code}', { speaker, code })}
        onClick={() => void make()}
      >
        {t('Listen')}
      </Button>
      {trouble !== undefined && (
        <Text size="sm" role="alert">
          {trouble}
        </Text>
      )}
    </div>
  );
}

const primary = (code: string): string => code.toLowerCase().split('-')[0] ?? '';
