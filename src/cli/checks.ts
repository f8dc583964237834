import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { chooseModels } from '../../models/choose.ts';
import { modelFolder } from '../../models/locate.ts';
import type { Role } from '../../models/manifest.ts';
import { inspectModel } from '../../models/stamp.ts';
import type { Check } from './check.ts';
import { listen } from './server-child.ts';

const minNode = [20, 19] as const;

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const ok = major > minNode[0] || (major === minNode[0] && minor >= minNode[1]);
  const detail = `Node ${version}`;
  if (ok) return { name: 'node', state: 'ok', detail };
  return { name: 'node', state: 'failed', detail, advice: `Install Node ${minNode.join('.')} or newer.` };
}

/**
 * Checks every model that a call needs, and those in `extra`: their files are read and compared with what was fetched.
 */
export async function checkModels(modelsDir: string, extra: readonly Role[] = []): Promise<Check[]> {
  const checks: Check[] = [];
  for (const model of chooseModels(['default', ...extra])) {
    const option = model.set === 'default' ? '' : ` --with ${model.role}`;
    const advice = `Run "parley models${option}" (in a checkout: npm run models${option && ` --${option}`}).`;
    const state = await inspectModel(modelFolder(modelsDir, model.role), model, { rehash: true });
    const name = `model ${model.role}`;
    if (state.state === 'ready') checks.push({ name, state: 'ok', detail: 'present and intact' });
    else if (state.state === 'operator') checks.push({ name, state: 'ok', detail: 'your own; its files are present' });
    else if (state.state === 'operator-incomplete') {
      const lacks = state.lacks.join(', ');
      checks.push({
        name,
        state: 'failed',
        detail: `lacks ${lacks}`,
        advice: `Add ${lacks} to its folder in ${modelsDir}.`,
      });
    } else checks.push({ name, state: 'failed', detail: state.reason, advice });
  }
  return checks;
}

/** Checks which WebSocket driver the server uses for media. Another than a required one fails. */
export function checkDriver(health: unknown, required: 'auto' | 'uws' | 'ws' = 'auto'): Check {
  const name = 'media driver';
  const { driver } = (health as { media?: { driver?: unknown } } | undefined)?.media ?? {};
  if (driver === 'uws') return { name, state: 'ok', detail: 'uWebSockets.js' };
  if (required === 'uws')
    return {
      name,
      state: 'failed',
      detail: `${String(driver ?? 'unknown')} instead of uWebSockets.js, which MEDIA_DRIVER=uws requires`,
      advice: 'Build the image again: its last step checks that uWebSockets.js loads.',
    };
  const advice = 'Calls work, but fewer at once. Use a C library of version 2.38 or newer to run uWebSockets.js.';
  return { name, state: 'warning', detail: `${String(driver ?? 'unknown')} instead of uWebSockets.js`, advice };
}

const leastFreeMb = 1_000;

/** Checks the free disk space. Recordings take about 2 MB per minute. */
export async function checkDisk(dataDir: string): Promise<Check> {
  const name = 'disk';
  const space = await firstExisting(dataDir);
  if (space === undefined) {
    return { name, state: 'failed', detail: `${dataDir} cannot be read`, advice: 'Set DATA_DIR to a usable folder.' };
  }
  const freeMb = Math.floor((space.bavail * space.bsize) / 1_000_000);
  const detail = `${freeMb.toLocaleString('en')} MB free for ${dataDir}`;
  if (freeMb >= leastFreeMb) return { name, state: 'ok', detail };
  const state = freeMb < 200 ? 'failed' : 'warning';
  return { name, state, detail, advice: 'Free some space, or point DATA_DIR at another disk.' };
}

async function firstExisting(path: string): Promise<{ bavail: number; bsize: number } | undefined> {
  for (let folder = path; ; folder = dirname(folder)) {
    const space = await statfs(folder).catch(() => undefined);
    if (space !== undefined || folder === dirname(folder)) return space;
  }
}

export async function checkPorts(port: number, mediaPort: number): Promise<Check> {
  const name = 'ports';
  const takenPorts: number[] = [];
  for (const candidate of [port, mediaPort].filter((number) => number > 0)) {
    const server = await listen(candidate);
    if (server === undefined) takenPorts.push(candidate);
    else await new Promise((resolve) => server.close(resolve));
  }
  if (takenPorts.length === 0) return { name, state: 'ok', detail: `${port} and ${mediaPort} are free` };
  const advice = 'Stop the program that listens there, or set PORT and MEDIA_PORT to free ports.';
  return { name, state: 'failed', detail: `${takenPorts.join(' and ')} taken by another program`, advice };
}
