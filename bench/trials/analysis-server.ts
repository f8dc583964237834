/** The server without its media plane; its recogniser takes a while and returns text derived from the file's length. */

import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Transcriber } from '../../src/audio/index.ts';
import { main as serve } from '../api/control-plane.ts';
import { heardOf } from './analysis-recordings.ts';

const transcriber: Transcriber = {
  async transcribe(path, { signal, onPart }) {
    await pause(400, undefined, { signal }).catch(() => {});
    if (signal.aborted) return { kind: 'fault', code: 'stopped', detail: '' };
    const text = heardOf((await stat(path)).size);
    await onPart({ toMs: 1000, totalMs: 1000, sentences: [{ startMs: 0, endMs: 900, text }] });
    return { kind: 'transcribed', seconds: 1 };
  },
};

export const main = (argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> =>
  serve(argv, env, { transcriber });
