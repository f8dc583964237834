import { cp } from 'node:fs/promises';
import { basename } from 'node:path';
import { modelPath } from '../models.ts';

/** Copies a voice as it was downloaded, without the form that was packed for this processor. */
export const copyVoice = (folder: string): Promise<void> =>
  cp(modelPath('hibari-us'), folder, { recursive: true, filter: (path) => basename(path) !== 'packed' });
