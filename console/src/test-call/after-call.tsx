import { Group, Loader, Paper, Text, Title } from '@mantine/core';
import type { Session } from '../call/session.ts';
import { useCall } from '../call/use-call.tsx';
import { reasonText } from '../calls/end-reasons.ts';
import { Recording } from '../calls/recording.tsx';
import { clockTime } from '../components/figures.ts';
import { Link } from '../frame/router.tsx';
import { useCallRecord } from '../server/queries.ts';

/** What a call leaves behind: how it ended, its recording, its page. */
export function AfterCall({ session }: { readonly session: Session }) {
  const { levels } = useCall();
  const record = useCallRecord(session.callUuid);
  const { callUuid, startedMs = 0, endedMs = 0 } = session;
  if (callUuid === undefined) return null;
  const isStored = record.data !== undefined && record.data.ended_at !== null;
  return (
    <Paper component="section" className="surface" p="md" aria-labelledby="after">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4" id="after">
          Call ended
        </Title>
        <Text className="figures">{clockTime(endedMs - startedMs)}</Text>
      </Group>
      <Text role="status" mb="sm">
        {reasonText(session.endReason)}.
      </Text>
      {isStored ? (
        <Recording uuid={callUuid} url={record.data.recording_url} />
      ) : (
        <Group gap="xs">
          {record.isError ? <Text>{record.error.message}</Text> : <Loader size="sm" aria-label="Storing the call" />}
        </Group>
      )}
      <Text size="sm" mt="sm">
        <Link href={`/calls/${callUuid}`}>Open this call</Link>
      </Text>
      <Text size="sm" className="quiet figures" mt="xs">
        Played {(levels.playedMs / 1000).toFixed(1)} s of agent audio,{' '}
        {levels.gaps === 0 ? 'no gaps' : `${levels.gaps} ${levels.gaps === 1 ? 'gap' : 'gaps'}`}.
        {session.unreadable > 0 && ` ${session.unreadable} server messages were not understood.`}
      </Text>
    </Paper>
  );
}
