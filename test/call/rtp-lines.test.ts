import { expect, onTestFinished, test } from 'vitest';
import { createRtpLines } from '../../media/call/server/rtp-lines.ts';
import { createManualClock } from '../../media/kit/clock.ts';
import type { RtpAgreement } from '../../media/line/rtp.ts';
import type { WireEvent } from '../../media/line/wire.ts';
import { createMetronome } from '../../media/wire/metronome.ts';
import type { WireStream } from '../../media/wire/server.ts';

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

/** Begins a line in PCMU before the answer, and answers it in this codec. */
async function answeredIn(codec: RtpAgreement['codec']): Promise<WireEvent | undefined> {
  const clock = createManualClock();
  const opened: WireStream[] = [];
  const metronome = createMetronome({ clock, periodMs: 10 });
  const lines = createRtpLines<string>({
    host: '127.0.0.1',
    ports: { first: 32_000, last: 32_998 },
    clock,
    metronome,
    claim: async (token) => token,
    onStream: (stream) => void opened.push(stream),
    onClosed() {},
  });
  onTestFinished(() => lines.close());
  await lines.open('line');
  expect(lines.begin('line', { ...agreement, isEarly: true }, parties)).toBe(true);
  clock.advance(60_000);
  expect(await lines.start('line', 'ticket', { ...agreement, codec }, parties)).toBe(true);
  return (await opened[0]?.events[Symbol.asyncIterator]().next())?.value;
}

test('a line that is begun before the answer starts its call on the same ports, after any silence', async () => {
  expect(await answeredIn('PCMU')).toMatchObject({ type: 'start', format: { encoding: 'mulaw' }, early: [] });
});

test('a line that is answered in another codec starts its call without the earlier audio', async () => {
  const start = await answeredIn('PCMA');
  expect(start).toMatchObject({ type: 'start', format: { encoding: 'alaw' } });
  expect(start).not.toHaveProperty('early');
});

test('a line whose call cannot start after the early audio is over', async () => {
  const clock = createManualClock();
  const lines = createRtpLines<never>({
    host: '127.0.0.1',
    ports: { first: 33_000, last: 33_998 },
    clock,
    metronome: createMetronome({ clock, periodMs: 10 }),
    claim: async () => undefined,
    onStream() {},
    onClosed() {},
  });
  onTestFinished(() => lines.close());
  await lines.open('line');
  lines.begin('line', { ...agreement, isEarly: true }, parties);
  const over = lines.linesOver();
  expect(await lines.start('line', 'unknown', agreement, parties)).toBe(false);
  await over;
});
