import { Button, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { RequestError } from '../../server/ask.ts';

type State = 'still' | 'loading' | 'playing';

interface ClipButtonProps {
  /** What is played, as part of the button's accessible name: "Play the recording of Ava". */
  readonly what: string;
  /** Returns a blob URL of the sound. The button releases it. */
  readonly load: () => Promise<string>;
  /** Whether to load the sound every time, because it may change. */
  readonly isFresh?: boolean;
  readonly label?: string;
  /** Whether to play as soon as the button is shown. */
  readonly isPlayedAtOnce?: boolean;
}

/** Plays a short sound. */
export function ClipButton({
  what,
  load,
  isFresh = false,
  label = t('Play'),
  isPlayedAtOnce = false,
}: ClipButtonProps) {
  const [state, setState] = useState<State>('still');
  const [trouble, setTrouble] = useState<string>();
  const audio = useRef<HTMLAudioElement>(null);
  const src = useRef<string>(undefined);
  useEffect(() => {
    const element = audio.current;
    return () => {
      element?.pause();
      if (src.current !== undefined) URL.revokeObjectURL(src.current);
    };
  }, []);
  const press = async (): Promise<void> => {
    const element = audio.current;
    if (element === null || state === 'loading') return;
    if (state === 'playing') return element.pause();
    setState('loading');
    setTrouble(undefined);
    try {
      if (src.current === undefined || isFresh) {
        if (src.current !== undefined) URL.revokeObjectURL(src.current);
        src.current = await load();
        element.src = src.current;
      }
      element.currentTime = 0;
      await element.play();
    } catch (error) {
      setState('still');
      setTrouble(error instanceof RequestError ? error.message : t('The sound could not be played.'));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: plays once, when the button is shown
  useEffect(() => {
    if (isPlayedAtOnce) void press();
  }, []);
  const isPlaying = state === 'playing';
  const Icon = isPlaying ? IconPlayerStop : IconPlayerPlay;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the words of the sound are not known */}
      <audio ref={audio} onPlaying={() => setState('playing')} onPause={() => setState('still')} hidden />
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<Icon size={14} aria-hidden />}
        loading={state === 'loading'}
        aria-label={`${isPlaying ? t('Stop') : label} ${what}`}
        onClick={() => void press()}
      >
        {isPlaying ? t('Stop') : label}
      </Button>
      {trouble !== undefined && (
        <Text size="sm" role="alert">
          {trouble}
        </Text>
      )}
    </>
  );
}
