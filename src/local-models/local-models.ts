import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type ProcessEnd, runWatched } from '../watched-process/index.ts';
import { library } from './llama.ts';
import { LocalModelFault } from './local-model-fault.ts';

export interface ServedHere {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Language models that run in processes of this server. */
export interface LocalModels {
  /** Returns the names of the models in the folder. */
  names(): Promise<string[]>;
  /** Starts a model if it does not run yet. Throws `LocalModelFault`, also if it is not ready in this time. */
  serve(name: string, waitMs?: number): Promise<ServedHere>;
  close(): Promise<void>;
}

export interface LocalModelsOptions {
  /** Folder with a file NAME.gguf for each model. */
  readonly folder: string;
  readonly onEnd: (name: string, end: ProcessEnd) => void;
  /** The module of the process. */
  readonly module?: URL;
}

const extension = '.gguf';
const heapMebibytes = 512;
/** Beside the file itself: the prompts of the conversations. */
const workingBytes = 3 * 1024 ** 3;
/** Loading a large file holds the process for a while. */
const stallMs = 120_000;
const ready = z.object({ port: z.number() });

export function createLocalModels({ folder, onEnd, module }: LocalModelsOptions): LocalModels {
  const stopping = new AbortController();
  const running = new Map<string, { readonly served: Promise<ServedHere>; readonly ended: Promise<void> }>();

  async function names(): Promise<string[]> {
    const entries = await readdir(folder).catch(() => []);
    return entries
      .filter((name) => name.endsWith(extension))
      .map((name) => name.slice(0, -extension.length))
      .sort();
  }

  function start(name: string, bytes: number) {
    const apiKey = randomBytes(24).toString('base64url');
    let resolve = (_: ServedHere): void => {};
    let reject = (_: unknown): void => {};
    const served = new Promise<ServedHere>((...settle) => {
      [resolve, reject] = settle;
    });
    const ended = runWatched({
      module: module ?? new URL('./model-child.js', import.meta.url),
      args: [join(folder, name + extension), name, apiKey],
      heapMebibytes,
      memoryBytes: 2 * bytes + workingBytes,
      stallMs,
      signal: stopping.signal,
      onMessage(message) {
        const { data } = ready.safeParse(message);
        if (data !== undefined) resolve({ baseUrl: `http://127.0.0.1:${data.port}/v1`, apiKey });
      },
    }).then((end) => {
      // The next call starts it again.
      running.delete(name);
      reject(faultOf(end));
      if (end.kind !== 'aborted') onEnd(name, end);
    });
    // Callers see the failure through `served`.
    served.catch(() => {});
    return { served, ended };
  }

  return {
    names,
    async serve(name, waitMs = longestMs) {
      const known = running.get(name);
      if (known !== undefined) return within(known.served, waitMs);
      // Not a path: only files of the folder are opened.
      if (!(await names()).includes(name))
        throw new LocalModelFault(
          'unknown_model',
          `This server has no language model ${name}. Add its file with npm run models -- --add.`,
        );
      const { size } = await stat(join(folder, name + extension));
      const started = running.get(name) ?? start(name, size);
      running.set(name, started);
      return within(started.served, waitMs);
    },
    async close() {
      stopping.abort();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

const longestMs = 60_000;

async function within(served: Promise<ServedHere>, waitMs: number): Promise<ServedHere> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LocalModelFault('not_started', 'The model is still being loaded. Try again in a moment.')),
      waitMs,
    );
  });
  return Promise.race([served, late]).finally(() => clearTimeout(timer));
}

const noLibrary =
  'The library that runs models of this server is not installed. Run: npm install --no-save --ignore-scripts node-llama-cpp@3.22.1';

function faultOf(end: ProcessEnd) {
  const detail = end.kind === 'failed' ? end.detail : end.kind;
  if (detail.includes(`'${library}'`)) return new LocalModelFault('no_library', noLibrary);
  return new LocalModelFault('not_started', `The process of the model ended before it was ready: ${detail}.`);
}
