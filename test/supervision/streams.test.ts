import { expect, test } from 'vitest';
import { createSupervision } from '../../src/features/calls/supervision/index.ts';

test('a listening stream that never begins is forgotten and ended after a minute', async () => {
  let nowMs = 0;
  const endedStreams: string[] = [];
  const checked: string[] = [];
  const unused = (): never => {
    throw new TypeError('not expected');
  };
  const supervision = createSupervision({
    log: { error() {} },
    store: {
      find: async (uuid: string) => ({ uuid, callUuid: 'c', userUuid: uuid, startedAt: null, endedAt: null }),
      started: async () => {},
      isSignedIn: async () => true,
    } as never,
    visibleCalls: { sees: async () => true, live: unused },
    call: unused,
    flush: unused,
    placeOf: unused,
    issue: unused,
    takeOver: unused,
    handBack: unused,
    tellAgent: unused,
    hasModel: unused,
    onTrouble: unused,
    endStream: (uuid) => void endedStreams.push(uuid),
    async mayListen({ userUuid }) {
      checked.push(userUuid);
      return true;
    },
    now: () => new Date(0),
    nowMs: () => nowMs,
  });
  for (const uuid of ['begun', 'never']) await supervision.ports.plan(uuid);
  const format = { encoding: 'l16', rateHz: 16_000 } as const;
  const opened = { type: 'started', atMs: 0, format, providerCallId: 'p', streamId: 's', wallMs: 0 } as const;
  supervision.ports.log.append('begun', opened);
  nowMs = 59_999;
  await supervision.round();
  expect(endedStreams).toEqual([]);
  nowMs = 60_000;
  checked.length = 0;
  await supervision.round();
  expect(endedStreams).toEqual(['never']);
  expect(checked).toEqual(['begun']);
});
