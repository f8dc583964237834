import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { saveFile } from '../components/save-file.ts';
import { getCallBrief } from '../server/requests.ts';

export interface RecordingProps {
  readonly uuid: string;
  /** With a token that is valid for an hour; null without a recording. */
  readonly url: string | null;
}

/** Both sides of the call, the caller at the left ear and the agent at the right. */
export function Recording({ uuid, url }: RecordingProps) {
  const { src, onError } = useFreshUrl(uuid, hereOf(url));
  const [isMissing, setMissing] = useState(false);
  if (src === null) return <Text className="quiet">This call has no recording.</Text>;
  const download = async (): Promise<void> => {
    const fresh = await freshUrl(uuid);
    setMissing(fresh === null);
    if (fresh !== null) saveFile(`${fresh}&format=wav`, `call-${uuid}.wav`);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it */}
      <audio
        controls
        preload="metadata"
        src={src}
        onError={onError}
        aria-label="Recording of the call"
        style={{ width: '100%', display: 'block' }}
      />
      <Text size="sm" className="quiet" mt={6}>
        Caller left, agent right.{' '}
        <Button variant="transparent" size="compact-sm" px={0} onClick={() => void download()}>
          Download the WAV file
        </Button>
        {isMissing && ' The recording cannot be had now.'}
      </Text>
    </>
  );
}

/**
 * Every look at the record brings another address; the player keeps the one it has, and its place, until the server
 * does not take it any more. Then it gets one new one.
 */
function useFreshUrl(uuid: string, url: string | null) {
  const [kept, setKept] = useState({ uuid, url });
  const renewedMs = useRef(Number.NEGATIVE_INFINITY);
  const current = kept.uuid === uuid && kept.url !== null ? kept.url : url;
  if (current !== kept.url || kept.uuid !== uuid) setKept({ uuid, url: current });
  return {
    src: current,
    onError({ currentTarget: player }: { readonly currentTarget: HTMLAudioElement }) {
      if (performance.now() - renewedMs.current < leastMsBetween) return;
      renewedMs.current = performance.now();
      const { currentTime, playbackRate, paused } = player;
      void freshUrl(uuid).then((fresh) => {
        if (fresh === null) return;
        setKept({ uuid, url: fresh });
        const goOn = (): void => {
          player.currentTime = currentTime;
          player.playbackRate = playbackRate;
          if (!paused) void player.play();
        };
        player.addEventListener('loadedmetadata', goOn, { once: true });
      });
    },
  };
}

const leastMsBetween = 10_000;

const freshUrl = (uuid: string): Promise<string | null> =>
  getCallBrief(uuid, AbortSignal.timeout(10_000)).then(
    (record) => hereOf(record.recording_url),
    () => null,
  );

/** On this server, by whatever address the console was opened. */
function hereOf(url: string | null): string | null {
  if (url === null) return null;
  const { pathname, search } = new URL(url, window.location.origin);
  return `${pathname}${search}`;
}
