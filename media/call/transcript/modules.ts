/** Modules that run as processes: one decodes an audio file, the other recognises its audio. */
export const transcriptModules = {
  decode: new URL('../../codec/sound/decode-child.js', import.meta.url),
  transcribe: new URL('./transcribe-child.js', import.meta.url),
} as const;
