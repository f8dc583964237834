import { compiledTwin } from '../../kit/thread.ts';

/** Modules that are run as processes: what decodes a sound file, and what recognises its sound. */
export const transcriptModules = {
  decode: compiledTwin(new URL('../../codec/sound/decode-child.ts', import.meta.url), import.meta.url),
  transcribe: compiledTwin(new URL('./transcribe-child.ts', import.meta.url), import.meta.url),
} as const;
