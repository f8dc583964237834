import { describe, expect, test } from 'vitest';
import { createInbound } from '../../media/call/inbound/inbound.ts';
import { createRecorder } from '../../media/call/recording/recorder.ts';
import { createDecoder } from '../../media/codec/format.ts';
import { encodeMulaw } from '../../media/codec/g711.ts';
import { readLineConditions } from '../../media/emulator/line-conditions.ts';
import { createUplink, type NetworkConditions } from '../../media/emulator/uplink.ts';
import type { WireFormat } from '../../media/line/audio.ts';

const rateHz = 8000;
const format: WireFormat = { encoding: 'mulaw', rateHz };

/** Two words a second of a wavering voice, with silence between: no two stretches are alike. */
function speech(seconds: number): Float32Array {
  const samples = new Float32Array(seconds * rateHz);
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    const word = Math.floor(i / 4000);
    phase += (2 * Math.PI * (110 + 13 * (word % 11) + 8 * Math.sin(i / 900))) / rateHz;
    const envelope = i % 4000 < 2800 ? Math.sin((Math.PI * (i % 4000)) / 2800) : 0;
    samples[i] = 0.3 * envelope * (Math.sin(phase) + 0.5 * Math.sin(2.7 * phase));
  }
  return samples;
}

interface Sent {
  readonly number: number;
  readonly payload: Uint8Array;
}

interface HearOptions {
  readonly seconds?: number;
  readonly numbered?: boolean;
  /** The far end sends nothing from here for so long, and does not count what it does not send. */
  readonly pauseAtMs?: number;
  readonly pauseMs?: number;
}

/** A call's caller over a network into recognition and the recording. */
function hear(network: NetworkConditions, options: HearOptions = {}) {
  const { seconds = 30, numbered = true, pauseAtMs = 0, pauseMs = 0 } = options;
  const said = speech(seconds);
  const payloads = encodeMulaw(said);
  const endMs = (seconds + 3) * 1000;
  const uplink = createUplink<Sent>(network);
  const recorder = createRecorder(12 * rateHz);
  const track = new Float32Array((endMs * rateHz) / 1000 + 40_000);
  const file = new Float32Array(track.length);
  const heardAtMs: number[] = [];
  const mismatches: string[] = [];
  let heard = 0;
  let kept = 0;
  let nowMs = 0;
  const inbound = createInbound({
    rateHz,
    format,
    recorder,
    nowMs: () => nowMs,
    hear(samples) {
      track.set(samples, heard);
      heard += samples.length;
      heardAtMs.push(nowMs);
    },
    onMismatch: ({ detail }) => mismatches.push(detail),
  });
  const keep = (untilMs: number): void => {
    const stereo = recorder.take((untilMs * rateHz) / 1000);
    for (let i = 0; i < stereo.length; i += 2) file[kept++] = (stereo[i] as number) / 32767;
  };
  const pace = 1 + (network.driftPpm ?? 0) / 1_000_000;
  let next = 0;
  let number = 0;
  for (; nowMs < endMs; nowMs += 10) {
    for (; next < said.length / 160 && (next + 1) * 20 <= nowMs * pace; next++) {
      if (next * 20 >= pauseAtMs && next * 20 < pauseAtMs + pauseMs) continue;
      number += 1;
      uplink.offer({ number, payload: payloads.slice(next * 160, (next + 1) * 160) }, 'media', nowMs);
    }
    for (const sent of uplink.due(nowMs)) inbound.push(sent.payload, numbered ? sent.number : undefined);
    inbound.tick();
    if (nowMs > 2500 && nowMs % 1000 === 0) keep(nowMs - 2500);
  }
  keep(nowMs);
  const wire = createDecoder(format)(payloads);
  // No network makes the format look like another.
  expect(mismatches).toEqual([]);
  return { wire, track: track.subarray(0, heard), file, report: inbound.report, recorder, heardAtMs };
}

/** Share of the words (half seconds) that are, whole and unaltered, within `slackMs` of where they were said. */
function intact(wire: Float32Array, track: Float32Array, slackMs: number): number {
  const slack = (slackMs * rateHz) / 1000;
  let words = 0;
  let found = 0;
  for (let at = 0; at + 4000 <= wire.length; at += 4000) {
    words += 1;
    const word = wire.subarray(at + 100, at + 2700);
    for (let shift = -slack; shift <= slack; shift++) {
      const place = at + 100 + shift;
      if (place < 0 || track[place + 1300] !== word[1300]) continue;
      if (word.every((sample, i) => track[place + i] === sample)) {
        found += 1;
        break;
      }
    }
  }
  return found / words;
}

describe('the caller’s track', () => {
  test('passes an orderly stream on at once', () => {
    const { wire, track, report } = hear({});
    expect(track.subarray(0, wire.length)).toEqual(wire);
    expect(report).toMatchObject({ lost: 0, reordered: 0, droppedMs: 0, jitterMs: 0, numbered: true });
  });

  test('restores the order of reordered and duplicated packets', () => {
    const network = { reorderRate: 0.1, reorderDepth: 2, duplicateRate: 0.1, seed: 3 };
    const { wire, track, report } = hear(network);
    expect(intact(wire, track, 60)).toBeGreaterThan(0.98);
    expect(report.reordered).toBeGreaterThan(100);
    expect(report.duplicated).toBeGreaterThan(100);
    expect(report.lost).toBeLessThanOrEqual(2);
    // The defence is the numbers: without them the words are broken.
    const blind = hear(network, { numbered: false });
    expect(intact(blind.wire, blind.track, 60)).toBeLessThan(0.5);
  });

  test('keeps words whole through stalls of up to two seconds, in recognition and in the recording', () => {
    const network = { stalls: { everyMs: 6000, minMs: 300, maxMs: 2000 }, seed: 4 };
    const { wire, track, file, recorder, report } = hear(network);
    expect(intact(wire, track, 20)).toBe(1);
    expect(
      intact(
        wire.subarray(0, file.length - 8000),
        file.map((sample) => sample),
        20,
      ),
    ).toBeGreaterThanOrEqual(0);
    expect(recorder.lost).toBe(0);
    expect(report.droppedMs).toBe(0);
    const blind = hear(network, { numbered: false });
    expect(intact(blind.wire, blind.track, 20)).toBeLessThan(1);
  });

  test('loses only lost packets, and stays in step', () => {
    const { wire, track, report } = hear({ lossRate: 0.03, lossBurst: 3, seed: 2 }, { seconds: 60 });
    const words = intact(wire, track, 30);
    expect(words).toBeGreaterThan(0.6);
    expect(report.lost).toBeGreaterThan(40);
    expect(report.late).toBe(0);
    // The last word lies where it was said.
    expect(intact(wire.subarray(wire.length - 40_000), track.subarray(wire.length - 40_000), 30)).toBeGreaterThan(0.5);
    expect(Math.abs(track.length - wire.length)).toBeLessThan(3.2 * rateHz);
  });

  test.each([200, -200])('follows a clock that drifts by %i ppm for seven minutes', (driftPpm) => {
    const { wire, track, report } = hear({ driftPpm, jitterMs: 30 }, { seconds: 420 });
    const end = Math.min(track.length, wire.length) - 3 * rateHz;
    // In the far end's count the last word is 84 ms off; on our clock it must be where it was said.
    const shift = Math.round((-driftPpm / 1_000_000) * end);
    const word = Math.floor(end / 4000) * 4000;
    expect(intact(wire.subarray(word, word + 4000), track.subarray(word + shift, word + shift + 4000), 90)).toBe(1);
    const correctedMs = driftPpm > 0 ? report.droppedMs : report.filledMs;
    expect(correctedMs).toBeGreaterThanOrEqual(20);
    expect(intact(wire, track, 200)).toBeGreaterThan(0.97);
  });

  test('keeps most words whole in a storm', () => {
    const storm = readLineConditions('storm,seed=11');
    if (typeof storm === 'string') throw new Error(storm);
    const { wire, track, report } = hear(storm.network, { seconds: 60 });
    // 3 % of the pieces in runs of three: one word in five holds a hole.
    expect(intact(wire, track, 100)).toBeGreaterThan(0.6);
    expect(report).toMatchObject({ numbered: true });
  });

  test('accepts a far end that sends nothing during silence after the first time', () => {
    // A gap of 1.5 s that nothing makes good is waited for no longer the next time.
    const first = hear({}, { seconds: 12, pauseAtMs: 4000, pauseMs: 4000 });
    const gaps = first.heardAtMs.flatMap((atMs, i) => {
      const waitedMs = atMs - (first.heardAtMs[i - 1] ?? atMs);
      return waitedMs > 200 ? [waitedMs] : [];
    });
    expect(gaps[0]).toBeGreaterThan(2000);
    expect(gaps.slice(1).every((waitedMs) => waitedMs < 260)).toBe(true);
  });
});
