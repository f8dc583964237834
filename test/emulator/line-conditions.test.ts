import { describe, expect, test } from 'vitest';
import { farDialects } from '../../media/emulator/dialects.ts';
import { createFarLine } from '../../media/emulator/far-line.ts';
import { readLineConditions } from '../../media/emulator/line-conditions.ts';
import { createUplink, type NetworkConditions } from '../../media/emulator/uplink.ts';

interface Arrival {
  readonly frame: number;
  readonly atMs: number;
}

/** A frame every 20 ms, looked for every millisecond. */
function arrivals(network: NetworkConditions, frames = 3000): { readonly all: Arrival[]; readonly stalls: number } {
  const uplink = createUplink<number>(network);
  const all: Arrival[] = [];
  for (let atMs = 0; atMs < frames * 20 + 5000; atMs += 1) {
    if (atMs % 20 === 0 && atMs < frames * 20) uplink.offer(atMs / 20, 'media', atMs);
    for (const frame of uplink.due(atMs)) all.push({ frame, atMs });
  }
  return { all, stalls: uplink.stalls };
}

const missing = (all: readonly Arrival[], frames = 3000): number[] => {
  const seen = new Set(all.map(({ frame }) => frame));
  return Array.from({ length: frames }, (_, frame) => frame).filter((frame) => !seen.has(frame));
};

describe('the network', () => {
  test('is the same for the same seed and different for another', () => {
    const storm = { jitterMs: 40, lossRate: 0.03, lossBurst: 3, reorderRate: 0.03, duplicateRate: 0.01 };
    expect(arrivals({ ...storm, seed: 5 })).toEqual(arrivals({ ...storm, seed: 5 }));
    expect(arrivals({ ...storm, seed: 5 }).all).not.toEqual(arrivals({ ...storm, seed: 6 }).all);
  });

  test('loses the configured share, singly or in runs', () => {
    const runsOf = (network: NetworkConditions): { share: number; run: number } => {
      const gone = missing(arrivals(network).all);
      const runs = gone.filter((frame, index) => gone[index - 1] !== frame - 1).length;
      return { share: gone.length / 3000, run: gone.length / runs };
    };
    const alone = runsOf({ lossRate: 0.05 });
    const bursts = runsOf({ lossRate: 0.05, lossBurst: 6 });
    expect(alone.share).toBeCloseTo(0.05, 1);
    expect(bursts.share).toBeCloseTo(0.05, 1);
    expect(alone.run).toBeLessThan(1.3);
    expect(bursts.run).toBeGreaterThan(4);
  });

  test('reorders by the configured distance', () => {
    const { all } = arrivals({ reorderRate: 0.02, reorderDepth: 3 });
    const late = all.filter(({ frame }, index) => all.slice(0, index).some((other) => other.frame > frame));
    expect(late.length).toBeGreaterThan(30);
    for (const { frame } of late) {
      const place = all.findIndex((arrival) => arrival.frame === frame);
      expect(all.slice(0, place).filter((other) => other.frame > frame)).toHaveLength(3);
    }
    expect(missing(all).length).toBeLessThanOrEqual(1);
  });

  test('duplicates the configured share', () => {
    expect(arrivals({ duplicateRate: 0.1 }).all.length).toBeGreaterThan(3200);
  });

  test('has spiky or even jitter', () => {
    const delays = (network: NetworkConditions): number[] =>
      arrivals(network)
        .all.map(({ frame, atMs }) => atMs - frame * 20)
        .sort((a, b) => a - b);
    const even = delays({ jitterMs: 15 });
    const spiky = delays({ jitterMs: 15, jitterShape: 'spiky' });
    expect(even.at(-1)).toBeLessThanOrEqual(16);
    expect(spiky.at(-1)).toBeGreaterThan(60);
  });

  test('stalls, then delivers everything at once', () => {
    const { all, stalls } = arrivals({ stalls: { everyMs: 8000, minMs: 300, maxMs: 2000 }, seed: 3 });
    const gaps = all.flatMap(({ atMs }, index) => {
      const gapMs = atMs - (all[index - 1]?.atMs ?? atMs);
      return gapMs > 100 ? [{ atMs, gapMs }] : [];
    });
    expect(stalls).toBe(gaps.length);
    expect(gaps.length).toBeGreaterThan(3);
    for (const { atMs, gapMs } of gaps) {
      expect(gapMs).toBeGreaterThan(280);
      expect(gapMs).toBeLessThan(2030);
      expect(all.filter((arrival) => arrival.atMs === atMs).length).toBeGreaterThanOrEqual(Math.floor(gapMs / 20));
    }
    expect(missing(all)).toEqual([]);
  });
});

test.each([200, -200])('with a clock drift of %i ppm sends that many frames more or fewer', (driftPpm) => {
  const dialect = farDialects.telephony_a;
  const identity = {
    callId: 'c',
    streamId: 's',
    accountId: 'a',
    from: '+1',
    to: '+2',
    custom: {},
    format: dialect.formats[0]!,
  };
  const line = createFarLine({ dialect, identity, network: { driftPpm } });
  let frames = 0;
  for (let atMs = line.nextMs(); atMs <= 100_000; atMs = line.nextMs()) frames += line.pump(atMs).length;
  expect(frames).toBe(5_000 + driftPpm / 200);
});

describe('network conditions in words', () => {
  test('later words override earlier ones', () => {
    expect(readLineConditions('storm,loss=5,seed=7')).toMatchObject({
      network: { lossRate: 0.05, lossBurst: 3, driftPpm: 200, stalls: { maxMs: 2000 }, seed: 7 },
    });
    expect(readLineConditions('jitter=60, drift=-200 ,acks=shuffled,seed=2')).toEqual({
      network: { jitterMs: 60, jitterShape: 'even', driftPpm: -200, seed: 2 },
      acks: { mode: 'shuffled', seed: 2 },
    });
    expect(readLineConditions('')).toEqual({ network: {}, acks: {} });
  });

  test.each(['hail', 'loss', 'loss=', 'loss=x', 'loss=-1', 'delay=9e9', 'acks=soon', 'constructor=1', 'storm=1'])(
    '%s is answered by what there is',
    (word) => expect(readLineConditions(word)).toContain('breeze, rain, storm'),
  );
});

describe('the network towards the caller', () => {
  const dialect = farDialects.telephony_a;
  const format = dialect.formats[0]!;
  const identity = { callId: 'c', streamId: 's', accountId: 'a', from: '+1', to: '+2', custom: {}, format };
  const frame = JSON.stringify({
    event: 'playAudio',
    media: { contentType: 'audio/x-mulaw', sampleRate: 8000, payload: Buffer.alloc(160, 0x10).toString('base64') },
  });
  const mark = JSON.stringify({ event: 'checkpoint', streamId: 's', name: 'said' });

  /** Ten seconds of a loud track, a frame every 20 ms, and a mark; when the mark was played, and the share that was heard. */
  function listen(down: NonNullable<NetworkConditions['down']>) {
    const line = createFarLine({ dialect, identity, comfortNoiseDbfs: null, network: { down, seed: 3 } });
    let playedMs: number | undefined;
    for (let atMs = 0; atMs <= 16_000; atMs++) {
      if (atMs % 20 === 0 && atMs < 10_000) line.receive(frame, atMs);
      if (atMs === 10_000) line.receive(mark, atMs);
      for (const message of line.pump(atMs)) if (String(message).includes('said')) playedMs ??= atMs;
    }
    const { agent, playout, piecesLost } = line.record(16_000);
    const heard = agent.filter((sample) => Math.abs(sample) > 0.01).length / 80_000;
    return { playedMs: playedMs ?? Number.NaN, heard, gaps: playout.underruns.length, piecesLost };
  }

  test('changes nothing without conditions', () => {
    expect(listen({})).toEqual(listen({ delayMs: 0, lossRate: 0 }));
    expect(listen({})).toMatchObject({ heard: 1, gaps: 0, piecesLost: 0 });
  });

  test('delays audio and acknowledgements, and leaves gaps where audio is late', () => {
    const still = listen({});
    expect(listen({ delayMs: 300 }).playedMs - still.playedMs).toBeCloseTo(300, -1);
    const uneven = listen({ jitterMs: 60, jitterShape: 'spiky' });
    expect(uneven.heard).toBe(1);
    expect(uneven.gaps).toBeGreaterThan(3);
  });

  test('loses audio that the provider counts as played', () => {
    const lossy = listen({ lossRate: 0.1, lossBurst: 3 });
    expect(lossy.heard).toBeGreaterThan(0.8);
    expect(lossy.heard).toBeLessThan(0.97);
    expect(lossy.piecesLost).toBe(Math.round((1 - lossy.heard) * 500));
    expect(lossy.gaps).toBe(0);
    expect(lossy.playedMs).toBe(listen({}).playedMs);
  });

  test('has words of its own', () => {
    expect(readLineConditions('rain,down-loss=5,down-burst=2,down-jitter=30')).toMatchObject({
      network: { lossRate: 0.01, down: { lossRate: 0.05, lossBurst: 2, jitterMs: 30, jitterShape: 'even' } },
    });
    expect(readLineConditions('down-reorder=5')).toContain('down-NAME');
    expect(readLineConditions('down-loss=200')).toContain('down-NAME');
  });
});
