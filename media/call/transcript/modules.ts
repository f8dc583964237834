import { compiledTwin } from '../../kit/thread.ts';

/** Modules that run as processes: one decodes an audio file, the other recognises its audio. */
export const transcriptModules = {
  decode: compiledTwin(new URL('../../codec/sound/decode-child.ts', import.meta.url), import.meta.url),
  transcribe: compiledTwin(new URL('./transcribe-child.ts', import.meta.url), import.meta.url),
} as const;
