import { expect, test } from 'vitest';
import type { RtpReport } from '../../media/index.ts';
import { lineReportOf } from '../../src/features/calls/calls/line-report.ts';
import { endLeg, fieldsOfAudio, fieldsOfEnd, silentDirectionOf } from '../../src/features/calls/phones/leg-reports.ts';

const report: RtpReport = {
  packetsSent: 500,
  packetsReceived: 490,
  packetsLost: 10,
  jitterMs: 4,
  packetsForeign: 0,
  remoteLossShare: 0.25,
  remoteJitterMs: 3,
  roundTripMs: 12,
  reportsReceived: 2,
  reportsOfAudio: 2,
};

const note = (kind: string, fields: Record<string, string>) => ({
  seq: 1,
  recordedAt: '2026-11-21T11:21:24.552Z',
  event: { type: 'callback', atMs: 0, kind, fields } as const,
});

/** Returns the fields of a report, and what was logged about it. */
function reported(of: RtpReport | undefined) {
  const logged: unknown[] = [];
  const fields = fieldsOfAudio(
    { codec: 'PCMU', report: of, callId: 'a call' },
    { warn: (entry: unknown) => void logged.push(entry) },
  );
  return { fields, logged };
}

test.each([
  ['both directions carried audio', report, undefined],
  ['nothing arrived from the peer', { ...report, packetsReceived: 0 }, 'from_peer'],
  ['the call was too short to know', { ...report, packetsSent: 99, packetsReceived: 0 }, undefined],
  ['the reports of the peer mention no audio', { ...report, reportsOfAudio: 0 }, 'to_peer'],
  ['one report does not prove it', { ...report, reportsReceived: 1, reportsOfAudio: 0 }, undefined],
  ['the peer sends no reports', { ...report, reportsReceived: 0, reportsOfAudio: 0 }, undefined],
] as const)('silentDirectionOf decides when %s', (_, of, direction) => {
  expect(silentDirectionOf(of)).toBe(direction);
});

test('fieldsOfAudio logs audio in one direction, and nothing else', () => {
  expect(reported({ ...report, packetsReceived: 0 }).logged).toMatchObject([
    { callId: 'a call', direction: 'from_peer' },
  ]);
  expect(reported(report).logged).toEqual([]);
  expect(reported(undefined)).toEqual({ fields: { codec: 'PCMU' }, logged: [] });
});

test('lineReportOf reads what the reports of a call wrote', () => {
  const end = fieldsOfEnd({ by: 'remote', status: 486, detail: '486 Busy Here (Q.850 17)', cause: 17 });
  const { fields } = reported({ ...report, packetsReceived: 0, roundTripMs: null });
  expect(lineReportOf('sip', [note('stream-status', fields), note('hangup', end)])).toEqual({
    ended_by: 'remote',
    end_line: '486 Busy Here (Q.850 17)',
    audio: {
      codec: 'PCMU',
      packets_sent: 500,
      packets_received: 0,
      packets_lost: 10,
      packets_foreign: 0,
      jitter_ms: 4,
      round_trip_ms: null,
      peer_loss_share: 0.25,
      peer_jitter_ms: 3,
      silent_direction: 'from_peer',
    },
  });
});

test('lineReportOf shows why a call was not placed, and trusts no fields of a callback over HTTP', () => {
  const refused = note('dial', { result: 'rejected', detail: 'The trunk PBX does not allow calls to GB.' });
  const told = note('hangup', { by: 'remote', detail: 'a stranger wrote this' });
  expect(lineReportOf('telephony_a', [refused, told])).toEqual({
    ended_by: null,
    end_line: 'The trunk PBX does not allow calls to GB.',
    audio: null,
  });
  expect(lineReportOf('telephony_a', [told])).toBeNull();
  expect(lineReportOf('browser', [])).toBeNull();
});

test('endLeg loses the leg of a phone that sends nothing more, and hangs up when the call is over', () => {
  const ended: string[] = [];
  const leg = {
    hangUp: (reason?: string) => void ended.push(`hung up: ${reason}`),
    lose: (detail: string) => void ended.push(`lost: ${detail}`),
  };
  endLeg(leg, 'idle');
  endLeg(leg, 'goodbye');
  expect(ended).toEqual(['lost: no audio arrived for 30 s', 'hung up: goodbye']);
});
