import { lstat, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';

/** glibc's RTLD_NODELETE, for which Node has no constant. */
const stay = 0x1000;

/**
 * In order of dependency, since the loader does not search for libraries that are already loaded. cuDNN finds its own
 * parts.
 */
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
  /** Folder with the provider and its libraries, as downloaded by `npm run models -- --cuda`; may be absent. */
  readonly folder: string;
  /** Folder of ONNX Runtime's own library; that of onnxruntime-node by default. */
  readonly runtimeDir?: string;
  readonly log: (message: string, detail: Readonly<Record<string, unknown>>) => void;
}

/**
 * Links the CUDA provider in `folder` next to ONNX Runtime's library, the only place the runtime searches, and preloads
 * the provider's libraries, which would otherwise have to be on the system's library path before the process starts. If
 * the folder is missing or a step fails, models open without CUDA and report the reason.
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

/** Returns the folder of onnxruntime-node's library. */
function runtimeFolder(): string {
  const entry = createRequire(import.meta.url).resolve('onnxruntime-node');
  return join(dirname(entry), '..', 'bin', 'napi-v6', process.platform, process.arch);
}

async function link(target: string, path: string): Promise<void> {
  const stats = await lstat(path).catch(() => undefined);
  // A regular file is another installation of the provider.
  if (stats !== undefined && !stats.isSymbolicLink()) return;
  if (stats !== undefined && (await readlink(path)) === target) return;
  await rm(path, { force: true });
  await symlink(target, path);
}

/** Loads a library. `dlopen` throws because it is not a Node module, but loads it anyway. */
function load(path: string): void {
  try {
    process.dlopen({ exports: {} }, path, constants.dlopen.RTLD_LAZY | constants.dlopen.RTLD_GLOBAL | stay);
  } catch {
    // Failures surface when a model is opened.
  }
}
