import type { CallEventRow, ProviderNote } from './call-rows.ts';
import type { CallRecord } from './schema.ts';

type LineReport = NonNullable<CallRecord['line']>;

/** Returns what the telephone line reported of a call; null if it reported nothing, as in calls from a browser. */
export function lineReportOf(dialect: string, events: readonly CallEventRow[]): LineReport | null {
  const notes = events.flatMap(({ event }) => (event.type === 'callback' ? [event] : []));
  const isSip = dialect === 'sip';
  const end = isSip ? notes.find(({ kind }) => kind === 'hangup') : undefined;
  const sound = isSip ? notes.find(({ kind }) => kind === 'stream-status') : undefined;
  const refused = notes.find(({ kind, fields }) => kind === 'dial' && fields.detail !== undefined);
  if (end === undefined && sound === undefined && refused === undefined) return null;
  return {
    ended_by: sides.find((side) => side === end?.fields.by) ?? null,
    end_line: end === undefined ? (refused?.fields.detail ?? null) : endLineOf(end),
    audio: sound === undefined ? null : audioOf(sound),
  };
}

const sides = ['local', 'remote', 'timeout'] as const;

const endLineOf = ({ fields }: ProviderNote): string | null => fields.detail ?? fields.reason ?? null;

function audioOf({ fields }: ProviderNote): LineReport['audio'] {
  const count = (name: string): number | null => {
    const value = Number(fields[name] ?? Number.NaN);
    return Number.isFinite(value) ? value : null;
  };
  return {
    codec: fields.codec || null,
    packets_sent: count('packets_sent'),
    packets_received: count('packets_received'),
    packets_lost: count('packets_lost'),
    packets_foreign: count('packets_foreign'),
    jitter_ms: count('jitter_ms'),
    round_trip_ms: count('round_trip_ms'),
    peer_loss_share: count('remote_loss_share'),
    peer_jitter_ms: count('remote_jitter_ms'),
    silent_direction: directions.find((direction) => direction === fields.silent_direction) ?? null,
  };
}

const directions = ['from_peer', 'to_peer'] as const;
