import { expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { createLiveSessions } from '../../src/features/practice-runs/live-service.ts';

type Options = Parameters<typeof createLiveSessions>[0];

const started: CallEvent = {
  ...{ type: 'started', atMs: 0, providerCallId: 'p', streamId: 's', wallMs: 0 },
  format: { encoding: 'l16', rateHz: 16_000 },
};
const snapshot = {
  scenario: { situation: '', hidden_state: {}, stop_conditions: { satisfied_when: null, hangup_triggers: [] } },
  persona: {
    ...{ name: 'Nora', language_code: 'en-US', profile: '', hidden_state: '', objections: [] },
    speech_habits: { pace: 1, fillers: [], verbosity: 'normal', interrupts: false },
  },
  documents: [],
};

/** Sessions with a scripted store, and clocks that the test moves. */
function openSessions(store: Partial<Record<keyof Options['store'], unknown>>) {
  const clock = { ms: 0, wallMs: 0 };
  const streamsEnded: string[] = [];
  const unused = (): never => {
    throw new TypeError('not expected');
  };
  const sessions = createLiveSessions({
    store: {
      bySession: async (uuid: string) => ({ uuid, organisationId: 'o', status: 'queued', finishedAt: null, snapshot }),
      beginLive: async () => {},
      renewLive: async () => {},
      lapsed: async () => [],
      ...store,
    } as never,
    ...{ jobs: { enqueue: unused }, snapshotOf: unused, audio: { adopt: unused }, offer: unused, hasTarget: unused },
    ...{ recordingOf: async () => undefined, speaks: () => true, onTrouble: unused },
    endStream: (uuid) => void streamsEnded.push(uuid),
    now: () => new Date(clock.wallMs),
    nowMs: () => clock.ms,
  });
  const append = (callUuid: string, event: CallEvent) => sessions.ports.log.append(callUuid, event);
  return { clock, sessions, streamsEnded, append };
}

test('a practice stream that never begins is forgotten and ended after a minute', async () => {
  const renewed: string[][] = [];
  const { clock, sessions, streamsEnded, append } = openSessions({
    renewLive: async (refs: readonly { uuid: string }[]) => void renewed.push(refs.map(({ uuid }) => uuid)),
  });
  for (const uuid of ['begun', 'never']) await sessions.ports.plan(uuid);
  append('begun', started);
  clock.ms = 59_999;
  await sessions.round();
  expect([streamsEnded, renewed.pop()]).toEqual([[], ['begun', 'never']]);
  clock.ms = 60_000;
  await sessions.round();
  expect([streamsEnded, renewed.pop()]).toEqual([['never'], ['begun']]);
});
