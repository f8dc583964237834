import { microphoneTrouble, type Trouble } from './trouble.ts';

export type Opened<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble };

const constraints: MediaStreamConstraints = {
  audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
};

/** Whether this page and browser can carry a call at all. */
export function unfitness(): Trouble | undefined {
  if (!window.isSecureContext || navigator.mediaDevices === undefined) return 'insecure_page';
  if (typeof AudioWorkletNode === 'undefined' || typeof WebSocket === 'undefined') return 'browser_too_old';
  return undefined;
}

/** Asks for the microphone. The stream is the caller's to stop. */
export async function openMicrophone(): Promise<Opened<MediaStream>> {
  try {
    return { ok: true, value: await navigator.mediaDevices.getUserMedia(constraints) };
  } catch (error) {
    return { ok: false, trouble: microphoneTrouble((error as { name?: string }).name ?? '') };
  }
}
