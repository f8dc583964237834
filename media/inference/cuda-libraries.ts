import { lstat, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

/** glibc's flag for a library that stays when its handle is closed; Node has no name for it. */
const stay = 0x1000;

/** Before those that need them: the loader looks for no library that is loaded already. cuDNN finds its own parts. */
const libraries = [
  'libcudart.so.13',
  'libcublasLt.so.13',
  'libcublas.so.13',
  'libcurand.so.10',
  'libcufft.so.12',
  'libnvrtc.so.13',
  'libcudnn.so.9',
];
const providers = ['libonnxruntime_providers_shared.so', 'libonnxruntime_providers_cuda.so'];

export interface CudaOptions {
  /** Holds the provider and the libraries it needs, as `npm run models -- --cuda` fetches them; may be absent. */
  readonly folder: string;
  /** Where ONNX Runtime's own library lies; that of onnxruntime-node by default. */
  readonly runtimeDir?: string;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

/**
 * Makes the CUDA provider in `folder` known to ONNX Runtime, which looks for it beside its own library only, and loads what
 * the provider needs, which would otherwise have to be on the system's library path before the process starts. Without the
 * folder, or when something does not work, models open without CUDA and say why.
 */
export async function placeCudaLibraries({ folder, runtimeDir = runtimeFolder(), log }: CudaOptions): Promise<void> {
  const there: readonly string[] = await readdir(folder).catch(() => []);
  try {
    for (const name of providers) if (there.includes(name)) await link(join(folder, name), join(runtimeDir, name));
  } catch (error) {
    log('failed to link the CUDA provider', { error: String(error) });
  }
  for (const name of libraries) if (there.includes(name)) load(join(folder, name));
}

/** Where onnxruntime-node keeps its library. */
function runtimeFolder(): string {
  const entry = createRequire(import.meta.url).resolve('onnxruntime-node');
  return join(dirname(entry), '..', 'bin', 'napi-v6', process.platform, process.arch);
}

async function link(target: string, path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  // A file that is not a link is somebody else's installation of the provider.
  if (found !== undefined && !found.isSymbolicLink()) return;
  if (found !== undefined && (await readlink(path)) === target) return;
  await rm(path, { force: true });
  await symlink(target, path);
}

/** The library is not a Node module, so this throws, but loads it all the same. */
function load(path: string): void {
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_LAZY | constants.dlopen.RTLD_GLOBAL | stay);
  } catch {
    // Whether it is there shows when a model is opened.
  }
}
