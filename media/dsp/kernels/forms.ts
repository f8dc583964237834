import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { wasmModule } from './wasm.ts';

/** TypeScript, or WebAssembly with SIMD. Both pass the same tests. */
export type KernelForm = 'ts' | 'wasm';

/** Implementation of each kernel. */
export interface KernelForms {
  readonly logMel: KernelForm;
  readonly vocoder: KernelForm;
  readonly resampler: KernelForm;
  readonly g711: KernelForm;
  /** JSON and base64 of media messages. */
  readonly wire: KernelForm;
  /** The net of the voice detector; `ts` stands for ONNX Runtime. */
  readonly voiceActivity: KernelForm;
}

export type KernelSetting = 'auto' | KernelForm;

const key = 'parley.kernels';

/** Selects the kernels for all threads started from now on. Returns the forms that result on this machine. */
export function setKernels(setting: KernelSetting): KernelForms {
  setEnvironmentData(key, setting);
  return formsFor(setting);
}

/** WebAssembly by default, if available. */
function formsFor(setting: KernelSetting): KernelForms {
  const form = setting === 'ts' || wasmModule === undefined ? 'ts' : 'wasm';
  return { logMel: form, vocoder: form, resampler: form, g711: form, wire: form, voiceActivity: form };
}

/** Forms for this thread, as selected by its parent before the start. */
export const threadForms: KernelForms = formsFor((getEnvironmentData(key) as KernelSetting | undefined) ?? 'auto');
