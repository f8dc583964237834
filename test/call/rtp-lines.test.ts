import { expect, test } from 'vitest';
import { createRtpLines } from '../../media/call/server/rtp-lines.ts';
import { createManualClock } from '../../media/kit/clock.ts';
import type { RtpAgreement } from '../../media/line/rtp.ts';
import { createMetronome } from '../../media/wire/metronome.ts';

const agreement: RtpAgreement = {
  codec: 'PCMU',
  payloadType: 0,
  eventType: 101,
  noiseType: null,
  remoteAddress: '127.0.0.1',
  remotePort: 9,
  signallingAddress: '127.0.0.1',
  encryption: null,
  sends: true,
  receives: true,
};
const parties = { callId: 'call', from: '101', to: '102' };

test('lines without a call are waited for until the last one is over', async () => {
  const clock = createManualClock();
  const lines = createRtpLines<never>({
    host: '127.0.0.1',
    ports: { first: 31_000, last: 31_998 },
    clock,
    metronome: createMetronome({ clock, periodMs: 10 }),
    claim: async () => undefined,
    onStream() {},
    onClosed() {},
  });
  await lines.linesOver();
  for (const id of ['caller', 'teammate']) {
    await lines.open(id);
    expect(lines.begin(id, agreement, parties)).toBe(true);
  }
  expect(lines.connect('caller', 'teammate')).toBe(true);
  let isOver = false;
  const over = lines.linesOver().then(() => {
    isOver = true;
  });
  lines.end('caller', 'hung up');
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  lines.end('teammate', 'hung up');
  await over;
});
