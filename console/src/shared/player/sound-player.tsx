import { ActionIcon, Group, NativeSelect, Skeleton, Text } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type ReactEventHandler, type ReactNode, useState } from 'react';
import { t } from '../../language/text.ts';
import { clockTime } from '../page/figures.ts';
import type { Side } from './peaks.ts';
import type { Player } from './use-player.ts';
import { useSound } from './use-sound.ts';
import { type Region, Waveform } from './waveform.tsx';

interface SoundPlayerProps {
  readonly player: Player;
  readonly src: string;
  /** The recording itself, if `src` is a blob URL, which can be played but not fetched. */
  readonly file?: Blob;
  readonly label: string;
  readonly regions: readonly Region[];
  readonly nameOf: (side: Side) => string;
  readonly onError: ReactEventHandler<HTMLAudioElement>;
  /** Shown beside the controls. */
  readonly children?: ReactNode;
}

const speeds = ['0.5', '1', '1.25', '1.5', '2'];

/** Player of a recording with its waveform. */
export function SoundPlayer({ player, src, file, label, regions, nameOf, onError, children }: SoundPlayerProps) {
  const { audio, events, durationMs, isPlaying, nowMs, toggle } = player;
  const sound = useSound(src, durationMs, file);
  const [speed, setSpeed] = useState('1');
  const choose = (chosen: string): void => {
    setSpeed(chosen);
    if (audio.current !== null) audio.current.playbackRate = Number(chosen);
  };
  return (
    <>
      <audio
        ref={audio}
        preload="metadata"
        src={src}
        aria-label={label}
        onError={onError}
        onEnded={events.onPause}
        {...events}
      />
      {durationMs === undefined || sound.isLoading ? (
        <Skeleton height={116} aria-hidden />
      ) : (
        <Waveform player={player} durationMs={durationMs} sound={sound.data} regions={regions} nameOf={nameOf} />
      )}
      <Group gap="sm" mt="xs" wrap="wrap">
        <ActionIcon size="lg" radius="xl" onClick={toggle} aria-label={isPlaying ? t('Pause') : t('Play')}>
          {isPlaying ? <IconPlayerPauseFilled size={18} aria-hidden /> : <IconPlayerPlayFilled size={18} aria-hidden />}
        </ActionIcon>
        <Text size="sm" className="figures">
          {clockTime(nowMs)}
          <span className="quiet"> / {durationMs === undefined ? '--:--' : clockTime(durationMs)}</span>
        </Text>
        <NativeSelect
          size="xs"
          aria-label={t('Speed')}
          data={speeds.map((value) => ({ value, label: `${value}×` }))}
          value={speed}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {children}
      </Group>
    </>
  );
}
