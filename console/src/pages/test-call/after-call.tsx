import { Group, Loader, Paper, Text, Title } from '@mantine/core';
import type { Session } from '../../../../client/call/session.ts';
import { useCall } from '../../call/use-call.tsx';
import { rich, t } from '../../language/text.ts';
import { useCallRecord } from '../../server/queries.ts';
import { reasonText } from '../../shared/calls/end-reasons.ts';
import { Recording } from '../../shared/conversation/recording.tsx';
import { Link } from '../../shared/navigation/router.tsx';
import { clockTime } from '../../shared/page/figures.ts';

/** The end of a call: its reason, recording and page. */
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
          {t('Call ended')}
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
          {record.isError ? (
            <Text>{record.error.message}</Text>
          ) : (
            <Loader size="sm" aria-label={t('Storing the call')} />
          )}
        </Group>
      )}
      <Text size="sm" mt="sm">
        <Link href={`/calls/${callUuid}`}>{t('Open this call')}</Link>
      </Text>
      <Text size="sm" className="quiet figures" mt="xs">
        {rich('Played {playedMs} s of agent audio, {value}.{unreadable}', {
          playedMs: (levels.playedMs / 1000).toFixed(1),
          value:
            levels.gaps === 0
              ? t('no gaps')
              : `${levels.gaps} ${t('{gaps, plural, one {gap} other {gaps}}', { gaps: levels.gaps })}`,
          unreadable:
            session.unreadable > 0 &&
            t(' {unreadable} server messages were not understood.', { unreadable: session.unreadable }),
        })}
      </Text>
    </Paper>
  );
}
