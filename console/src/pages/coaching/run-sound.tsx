import { Button, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { t } from '../../language/text.ts';
import { soundOfRun } from '../../server/coaching.ts';
import type { SpokenTurn } from '../../shared/conversation/spoken-turns.ts';
import { saveFile } from '../../shared/page/save-file.ts';
import { SoundPlayer } from '../../shared/player/sound-player.tsx';
import type { Player } from '../../shared/player/use-player.ts';
import { customerAndAgent } from './run-words.ts';

interface RunSoundProps {
  readonly uuid: string;
  readonly player: Player;
  readonly turns: readonly SpokenTurn[];
}

/** The recording of a voice run. */
export function RunSound({ uuid, player, turns }: RunSoundProps) {
  const { src, file, trouble, fail } = useSoundOfRun(uuid);
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="recording">
      <Title order={2} size="h4" id="recording" mb="sm">
        {t('Recording')}
      </Title>
      {trouble !== undefined && (
        <Text role="alert">{t('The recording could not be loaded. {trouble}', { trouble })}</Text>
      )}
      {trouble === undefined && src === undefined && <Skeleton height={116} aria-hidden />}
      {trouble === undefined && src !== undefined && (
        <SoundPlayer
          player={player}
          src={src}
          {...(file && { file })}
          label={t('Recording of the run')}
          regions={turns.map(({ index, speaker, startMs, endMs }) => ({ key: index, speaker, startMs, endMs }))}
          nameOf={(side) => (side === 'agent' || side === 'customer' ? customerAndAgent[side] : t('Somebody'))}
          onError={() => fail(t('The browser cannot play it.'))}
        >
          <Button variant="subtle" size="compact-sm" onClick={() => saveFile(src, `practice-${uuid}.wav`)}>
            {t('Download')}
          </Button>
        </SoundPlayer>
      )}
    </Paper>
  );
}

function useSoundOfRun(uuid: string) {
  const [sound, setSound] = useState<{ readonly src: string; readonly file: Blob }>();
  const [trouble, setTrouble] = useState<string>();
  useEffect(() => {
    const stop = new AbortController();
    let made: string | undefined;
    soundOfRun(uuid, stop.signal).then(
      (file) => {
        if (stop.signal.aborted) return;
        made = URL.createObjectURL(file);
        setSound({ src: made, file });
      },
      (error: Error) => !stop.signal.aborted && setTrouble(error.message),
    );
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [uuid]);
  return { ...sound, trouble, fail: setTrouble };
}
