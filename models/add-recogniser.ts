import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { convert } from './convert.ts';
import { ModelsFault, namedFault } from './fault.ts';
import { fetchFile, isAddress, readSha256 } from './fetch-file.ts';
import { modelFolder } from './locate.ts';
import { withLock } from './lock.ts';
import { manifest, taskModels } from './manifest.ts';
import { clearLeftovers, draftPrefix, swapIn } from './replace.ts';
import { writeOwnStamp } from './stamp.ts';

/** Tasks whose model may be replaced by a Whisper model of any size. */
export const recogniserTasks = ['recognition', 'multilingual'] as const;
export type RecogniserTask = (typeof recogniserTasks)[number];

export interface NewRecogniser {
  readonly modelsDir: string;
  /** A folder, or its address that begins with `https://`, with `model.bin`, `config.json` and `tokenizer.json`. */
  readonly source: string;
  /** Hash of `model.bin`. */
  readonly sha256: string | undefined;
  readonly task: RecogniserTask;
  readonly onProgress?: (what: string) => void;
  readonly signal?: AbortSignal;
}

const weights = 'model.bin';
/** The files beside the weights, which are JSON, and how large they may be. */
const companions = ['config.json', 'tokenizer.json'];
const maxCompanionBytes = 32 * 2 ** 20;

/**
 * Installs a Whisper model in the form of CTranslate2 in place of the model of a task, converted to 8-bit weights. The
 * model before it stays until the new one is complete. Returns its folder. Throws `ModelsFault`.
 */
export async function addRecogniser(options: NewRecogniser): Promise<string> {
  const { modelsDir, task, signal } = options;
  const sha256 = readSha256(options.sha256);
  const home = modelFolder(modelsDir, taskModels[task]);
  try {
    await mkdir(modelsDir, { recursive: true });
    await withLock(join(modelsDir, '.lock'), { signal }, async () => {
      await clearLeftovers(modelsDir);
      const draft = await mkdtemp(join(modelsDir, draftPrefix));
      try {
        await swapIn(await make({ ...options, sha256 }, draft), home, draft);
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    });
    return home;
  } catch (error) {
    throw namedFault(error, modelsDir);
  }
}

async function make(options: NewRecogniser & { readonly sha256: string }, draft: string): Promise<string> {
  const { source, sha256, task, onProgress = () => {} } = options;
  const [from, to] = [join(draft, 'weights'), join(draft, 'made')];
  await mkdir(from);
  // The small files first: a wrong address shows before hundreds of megabytes are fetched.
  for (const name of companions)
    await fetchFile({ source: within(source, name), to: join(from, name), maxBytes: maxCompanionBytes });
  onProgress(`Fetching ${weights}…`);
  await fetchFile({ source: within(source, weights), to: join(from, weights), sha256 });
  onProgress('Converting…');
  const { conversion } = manifest.find(({ role }) => role === taskModels[task])!;
  await convert(conversion!, { from, to, onProgress: () => {} }).catch((error: unknown) => {
    const named = namedFault(error, to);
    if (named instanceof ModelsFault) throw named;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ModelsFault('not_whisper', `${source} cannot be used: ${reason}`, { cause: error });
  });
  await writeOwnStamp(to, { from: source, sha256: { [weights]: sha256 } });
  return to;
}

const within = (source: string, name: string): string =>
  isAddress(source) ? `${source.replace(/\/+$/, '')}/${name}` : join(source, name);
