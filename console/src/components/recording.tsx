import { Text } from '@mantine/core';
import { recordingUrl } from '../server/requests.ts';

/** Both sides of the call, the caller at the left ear and the agent at the right. */
export function Recording({ uuid, exists }: { readonly uuid: string; readonly exists: boolean }) {
  if (!exists) return <Text className="quiet">This call has no recording.</Text>;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the transcript stands beside it */}
      <audio
        controls
        preload="metadata"
        src={recordingUrl(uuid)}
        aria-label="Recording of the call"
        style={{ width: '100%', display: 'block' }}
      />
      <Text size="sm" className="quiet" mt={6}>
        Caller left, agent right.{' '}
        <a href={recordingUrl(uuid)} download={`call-${uuid}.wav`}>
          Download the WAV file
        </a>
      </Text>
    </>
  );
}
