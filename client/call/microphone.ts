import { microphoneTrouble, type Trouble } from './trouble.ts';

export type Opened<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble };

const constraints: MediaStreamConstraints = {
  audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
};

/** Returns why this page or browser cannot make calls; undefined if it can. */
export function unfitness(): Trouble | undefined {
  if (!window.isSecureContext || navigator.mediaDevices === undefined) return 'insecure_page';
  if (typeof AudioWorkletNode === 'undefined' || typeof WebSocket === 'undefined') return 'browser_too_old';
  return undefined;
}

/** Requests the microphone. The caller must stop the stream. */
export async function openMicrophone(): Promise<Opened<MediaStream>> {
  try {
    return { ok: true, value: await navigator.mediaDevices.getUserMedia(constraints) };
  } catch (error) {
    return { ok: false, trouble: microphoneTrouble((error as { name?: string }).name ?? '') };
  }
}
