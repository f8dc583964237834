import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { rich, t } from '../../language/text.ts';
import { saveFile } from '../page/save-file.ts';
import { freshCallUrl, hereOf, useFreshUrl } from './use-fresh-url.ts';

export interface RecordingProps {
  readonly uuid: string;
  /** Contains a token that is valid for an hour; null without a recording. */
  readonly url: string | null;
}

/** Player of a stereo recording: the caller on the left, the agent on the right. */
export function Recording({ uuid, url }: RecordingProps) {
  const renew = () => freshCallUrl(uuid);
  const { src, onError } = useFreshUrl(uuid, hereOf(url), renew);
  if (src === null) return <Text className="quiet">{t('This call has no recording.')}</Text>;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it */}
      <audio
        controls
        preload="metadata"
        src={src}
        onError={onError}
        aria-label={t('Recording of the call')}
        style={{ width: '100%', display: 'block' }}
      />
      <Text size="sm" className="quiet" mt={6} component="div">
        {rich('Caller left, agent right. {downloadButton}', {
          downloadButton: <DownloadButton renew={renew} name={`call-${uuid}.wav`} isOwn />,
        })}
      </Text>
    </>
  );
}

interface DownloadButtonProps {
  readonly renew: () => Promise<string | null>;
  readonly name: string;
  /** Whether the call is of this server, which provides the recording as WAV. */
  readonly isOwn: boolean;
}

export function DownloadButton({ renew, name, isOwn }: DownloadButtonProps) {
  const [isMissing, setMissing] = useState(false);
  const download = async (): Promise<void> => {
    const fresh = await renew();
    setMissing(fresh === null);
    if (fresh !== null) saveFile(isOwn ? `${fresh}&format=wav` : fresh, name);
  };
  return (
    <>
      <Button variant="transparent" size="compact-sm" px={0} onClick={() => void download()}>
        {isOwn ? t('Download the WAV file') : t('Download the recording')}
      </Button>
      {isMissing && t(' The recording is not available.')}
    </>
  );
}
