import { Paper, Text, Title } from '@mantine/core';
import { t } from '../../language/text.ts';
import { freshAnalysedUrl } from '../../server/analysed-calls.ts';
import type { AnalysedCall, CallRecord } from '../../server/answers.ts';
import { DownloadButton } from '../../shared/conversation/recording.tsx';
import type { Proof, SpokenTurn } from '../../shared/conversation/spoken-turns.ts';
import { freshCallUrl, hereOf, useFreshUrl } from '../../shared/conversation/use-fresh-url.ts';
import { SoundPlayer } from '../../shared/player/sound-player.tsx';
import type { Player } from '../../shared/player/use-player.ts';
import type { Region } from '../../shared/player/waveform.tsx';

interface CallSoundProps {
  readonly analysed: AnalysedCall | undefined;
  readonly record: CallRecord | undefined;
  readonly player: Player;
  readonly turns: readonly SpokenTurn[];
  /** The finding whose turns are marked on the waveform. */
  readonly proof: Proof | undefined;
  /** Whether the call is in progress: its recording still grows, which a player does not notice. */
  readonly isLive: boolean;
}

const sides = {
  agent: t('Agent'),
  customer: t('Customer'),
  speaker_1: t('Speaker 1'),
  speaker_2: t('Speaker 2'),
  unknown: t('Somebody'),
} as const;

const missingText = (analysed: AnalysedCall | undefined): string =>
  analysed?.status === 'awaiting_recording'
    ? t('The recording has not arrived yet.')
    : t('This call has no recording.');

/** The recording of a call with its waveform. */
export function CallSound({ analysed, record, player, turns, proof, isLive }: CallSoundProps) {
  const uuid = record?.uuid ?? analysed?.uuid ?? '';
  const url = hereOf(record?.recording_url ?? analysed?.recording_url ?? null);
  const renew = async () => (record === undefined ? hereOf(await freshAnalysedUrl(uuid)) : freshCallUrl(uuid));
  const { src, onError } = useFreshUrl(uuid, url, renew);
  const marked = new Set(proof?.quotes.map(({ turn }) => turn));
  const regions = turns.map(
    ({ index, speaker, startMs, endMs, heardUntilMs }): Region => ({
      key: index,
      speaker,
      startMs,
      endMs,
      heardUntilMs,
      isMarked: marked.has(index),
    }),
  );
  const isCut = turns.some(({ heardUntilMs, endMs }) => heardUntilMs !== undefined && heardUntilMs < endMs);
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="recording">
      <Title order={2} size="h4" id="recording" mb="sm">
        {t('Recording')}
      </Title>
      {isLive || src === null ? (
        <Text className="quiet">
          {isLive ? t('The recording can be played when the call is over.') : missingText(analysed)}
        </Text>
      ) : (
        <SoundPlayer
          player={player}
          src={src}
          regions={regions}
          onError={onError}
          label={t('Recording of the call')}
          nameOf={(side) => sides[side]}
        >
          <Text size="sm" className="quiet" component="div">
            {isCut && t('Striped: not heard by the customer. ')}
            <DownloadButton
              renew={renew}
              name={record === undefined ? `call-${uuid}` : `call-${uuid}.wav`}
              isOwn={record !== undefined}
            />
          </Text>
        </SoundPlayer>
      )}
    </Paper>
  );
}
