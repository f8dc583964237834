import { expect, test } from 'vitest';
import { isDatabaseAway } from '../../src/data/index.ts';
import { DatabaseAway, QueryRefused } from '../../src/data/trouble.ts';
import { createLog } from '../../src/log.ts';

function openLog() {
  const lines: Record<string, unknown>[] = [];
  const clock = { nowMs: 0 };
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const log = createLog({ level: 'info', stream, isOutage: isDatabaseAway, nowMs: () => clock.nowMs });
  return { log, lines, clock };
}

test('an outage logs each message with fields once a minute without a stack, and none that has only the error', () => {
  const { log, lines, clock } = openLog();
  const away = new DatabaseAway(new Error('connect ECONNREFUSED'));
  for (let round = 0; round < 20; round++) {
    log.error({ err: away }, 'job tick failed; retrying');
    log.error({ err: away, waiting: round }, 'failed to write the call log; retrying');
    log.child({ part: 'dialing' }).warn({ err: new QueryRefused('57P01', 'terminating', undefined) }, 'tick failed');
  }
  expect(lines).toEqual([
    {
      level: 50,
      time: expect.any(Number),
      waiting: 0,
      why: 'the database does not answer',
      msg: 'failed to write the call log; retrying',
    },
  ]);
  clock.nowMs = 61_000;
  log.error({ err: away, waiting: 99 }, 'failed to write the call log; retrying');
  expect(lines).toHaveLength(2);
});

test('every other error keeps its stack, however often it comes', () => {
  const { log, lines } = openLog();
  for (let round = 0; round < 2; round++) log.error({ err: new QueryRefused('23505', 'duplicate', 'key') }, 'failed');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ err: { code: '23505', stack: expect.stringContaining('duplicate') } });
});
