import type { AckBehaviour } from './acks.ts';
import type { NetworkConditions } from './uplink.ts';

/** How a call's network and its provider behave, as one can ask for it in a line of text. */
export interface Weather {
  readonly network: NetworkConditions;
  readonly acks: AckBehaviour;
}

/** Weathers by name. The same seed gives the same weather. */
const forecasts: Readonly<Record<string, NetworkConditions>> = {
  breeze: { jitterMs: 40, driftPpm: 50 },
  rain: { jitterMs: 20, jitterShape: 'spiky', lossRate: 0.01, lossBurst: 2, reorderRate: 0.01, driftPpm: -100 },
  storm: {
    jitterMs: 40,
    jitterShape: 'spiky',
    lossRate: 0.03,
    lossBurst: 3,
    reorderRate: 0.03,
    reorderDepth: 2,
    duplicateRate: 0.01,
    stalls: { everyMs: 15_000, minMs: 300, maxMs: 2_000 },
    driftPpm: 200,
  },
};

const ackModes: Readonly<Record<string, AckBehaviour>> = {
  prompt: {},
  late: { delayMs: 1_500 },
  never: { mode: 'never' },
  twice: { mode: 'duplicate' },
  shuffled: { mode: 'shuffled' },
  cleared: { onClear: 'acknowledge' },
};

export const weatherUsage = `${Object.keys(forecasts).join(', ')}, or any of
delay=MS jitter=MS spiky=MS loss=% burst=FRAMES reorder=% depth=FRAMES duplicate=% drift=PPM
stall=SECONDS (between stalls of 300 to 2000 ms) acks=${Object.keys(ackModes).join('|')} seed=N, separated by commas`;

const share = (percent: number): number => percent / 100;

/** What each name sets, and the most it may be. */
const settings: Readonly<Record<string, readonly [max: number, set: (value: number) => NetworkConditions]>> = {
  delay: [5_000, (delayMs) => ({ delayMs })],
  jitter: [5_000, (jitterMs) => ({ jitterMs, jitterShape: 'even' })],
  spiky: [2_000, (jitterMs) => ({ jitterMs, jitterShape: 'spiky' })],
  loss: [90, (percent) => ({ lossRate: share(percent) })],
  burst: [100, (lossBurst) => ({ lossBurst })],
  reorder: [90, (percent) => ({ reorderRate: share(percent) })],
  depth: [20, (reorderDepth) => ({ reorderDepth })],
  duplicate: [90, (percent) => ({ duplicateRate: share(percent) })],
  drift: [10_000, (driftPpm) => ({ driftPpm })],
  stall: [3_600, (seconds) => ({ stalls: { everyMs: Math.max(1, seconds) * 1000, minMs: 300, maxMs: 2_000 } })],
  seed: [2 ** 31, (seed) => ({ seed })],
};

/** Reads `storm,loss=5,seed=7`: later words overrule earlier ones. What cannot be read is answered by a sentence. */
export function readWeather(text: string): Weather | string {
  let network: NetworkConditions = {};
  let acks: AckBehaviour = {};
  for (const word of text.split(',')) {
    const [name = '', value] = word.trim().split('=');
    if (name === '') continue;
    const forecast = Object.hasOwn(forecasts, name) ? forecasts[name] : undefined;
    const setting = Object.hasOwn(settings, name) ? settings[name] : undefined;
    if (value === undefined && forecast !== undefined) network = { ...network, ...forecast };
    else if (name === 'acks' && value !== undefined && Object.hasOwn(ackModes, value)) acks = ackModes[value] ?? {};
    else if (setting !== undefined && value !== undefined && isWithin(value, setting[0], name))
      network = { ...network, ...setting[1](Number(value)) };
    else return `weather has no "${word.trim()}"; it is ${weatherUsage}`;
  }
  return { network, acks: { ...acks, ...(network.seed === undefined ? {} : { seed: network.seed }) } };
}

function isWithin(value: string, max: number, name: string): boolean {
  const number = Number(value);
  return value.trim() !== '' && number <= max && number >= (name === 'drift' ? -max : 0);
}
