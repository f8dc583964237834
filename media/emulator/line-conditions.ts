import type { AckBehaviour } from './acks.ts';
import type { NetworkConditions } from './uplink.ts';

/** Behaviour of a call's network and provider, as parsed from a line of text. */
export interface LineConditions {
  readonly network: NetworkConditions;
  readonly acks: AckBehaviour;
}

/** Network conditions by name. The same seed produces the same conditions. */
const presets: Readonly<Record<string, NetworkConditions>> = {
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

export const lineConditionsUsage = `${Object.keys(presets).join(', ')}, or any of
delay=MS jitter=MS spiky=MS loss=% burst=FRAMES reorder=% depth=FRAMES duplicate=% drift=PPM
stall=SECONDS (between stalls of 300 to 2000 ms), of delay to burst and stall also down-NAME for what the caller hears, acks=${Object.keys(ackModes).join('|')} seed=N, separated by commas`;

const share = (percent: number): number => percent / 100;

/** For each name, its maximum and what it sets. */
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

/** Settings that also exist towards the caller, as `down-loss=5`. */
const towardsCaller: readonly string[] = ['delay', 'jitter', 'spiky', 'loss', 'burst', 'stall'];
const down = 'down-';

function settingOf(name: string): ((network: NetworkConditions, value: string) => NetworkConditions) | undefined {
  const isDown = name.startsWith(down);
  const plain = isDown ? name.slice(down.length) : name;
  if (!Object.hasOwn(settings, plain) || (isDown && !towardsCaller.includes(plain))) return undefined;
  const [, set] = settings[plain] as (typeof settings)[string];
  return (network, value) => {
    const change = set(Number(value));
    return isDown ? { ...network, down: { ...network.down, ...change } } : { ...network, ...change };
  };
}

/** Parses `storm,loss=5,seed=7`; later words override earlier ones. Returns an error message for invalid text. */
export function readLineConditions(text: string): LineConditions | string {
  let network: NetworkConditions = {};
  let acks: AckBehaviour = {};
  for (const word of text.split(',')) {
    const [name = '', value] = word.trim().split('=');
    if (name === '') continue;
    const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
    const setting = settingOf(name);
    if (value === undefined && preset !== undefined) network = { ...network, ...preset };
    else if (name === 'acks' && value !== undefined && Object.hasOwn(ackModes, value)) acks = ackModes[value] ?? {};
    else if (setting !== undefined && value !== undefined && isWithin(value, name)) network = setting(network, value);
    else return `these conditions have no "${word.trim()}"; it is ${lineConditionsUsage}`;
  }
  return { network, acks: { ...acks, ...(network.seed === undefined ? {} : { seed: network.seed }) } };
}

function isWithin(value: string, name: string): boolean {
  const number = Number(value);
  const [max] = settings[name.replace(down, '')] as (typeof settings)[string];
  return value.trim() !== '' && number <= max && number >= (name === 'drift' ? -max : 0);
}
