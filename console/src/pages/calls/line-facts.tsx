import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { t } from '../../language/text.ts';
import type { CallRecord } from '../../server/answers.ts';
import type { Fact } from '../../shared/page/facts.tsx';
import { milliseconds, percent } from '../../shared/page/figures.ts';

type LineReport = CallRecord['line'];
type LineAudio = NonNullable<NonNullable<LineReport>['audio']>;

/** What the telephone line reported: the raw end of the call, and how its audio travelled. */
export function lineFacts(line: LineReport): readonly Fact[] {
  if (line === null) return [];
  const { audio } = line;
  return [
    [t('Reported by the line'), line.ended_by === 'local' ? undefined : (line.end_line ?? undefined)],
    [t('Codec'), audio?.codec],
    [t('Packets'), audio === null ? undefined : packetsText(audio)],
    [t('Jitter'), audio?.jitter_ms == null ? undefined : milliseconds(audio.jitter_ms)],
    [t('Round trip'), audio?.round_trip_ms == null ? undefined : milliseconds(audio.round_trip_ms)],
    [t('Loss at the other end'), audio?.peer_loss_share == null ? undefined : percent(audio.peer_loss_share, 1)],
  ];
}

function packetsText({ packets_received: received, packets_lost: lost }: LineAudio): string | undefined {
  if (received === null || lost === null) return undefined;
  return t('{received} received, {lost} lost', { received, lost });
}

const advice = {
  from_peer: {
    title: t('No audio arrived from the other end'),
    text: t(
      'The agent heard nothing. Open the RTP ports of this server in the firewall, and check SIP_PUBLIC_ADDRESS.',
    ),
  },
  to_peer: {
    title: t('No audio reached the other end'),
    text: t('The other end heard nothing. Check SIP_PUBLIC_ADDRESS, and that the firewall lets audio out.'),
  },
} as const;

/** Warns of a call whose audio went in one direction only. */
export function OneWayAudio({ line }: { readonly line: LineReport }) {
  const direction = line?.audio?.silent_direction ?? null;
  if (direction === null) return null;
  const { title, text } = advice[direction];
  return (
    <Alert color="red" variant="light" mb="sm" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}
