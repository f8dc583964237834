import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findInstallation } from '../src/config/installation.ts';

/** Folder of recorded prompts that may exist beside a checkout; its location is defined only here. */
const besideCheckout = (): string => join(findInstallation(import.meta.url).rootDir, '..', 'shared', 'speech');

/** Help text for `--speech`. */
export const speechUsage =
  'recorded prompts with a transcripts.tsv (default: those beside a development checkout, when present)';

export type SpeechFolder =
  | { readonly kind: 'found'; readonly dir: string }
  /** No folder was given and the default one does not exist. */
  | { readonly kind: 'none' }
  /** The given folder contains no prompts. */
  | { readonly kind: 'missing'; readonly sentence: string };

/** Returns the given folder, which must contain a `transcripts.tsv`, or the default one if it exists. */
export function findSpeech(named: string | undefined): SpeechFolder {
  const dir = named === undefined ? besideCheckout() : resolve(named);
  if (existsSync(join(dir, 'transcripts.tsv'))) return { kind: 'found', dir };
  if (named === undefined) return { kind: 'none' };
  return { kind: 'missing', sentence: `${dir} has no transcripts.tsv, which lists the prompts.` };
}

/**
 * Returns the folder for a command, whose `dir` is undefined if there is none. Returns undefined, and says so on stderr,
 * if the given folder contains no prompts.
 */
export function chooseSpeech(named: string | undefined): { readonly dir: string | undefined } | undefined {
  const speech = findSpeech(named);
  if (speech.kind !== 'missing') return { dir: speech.kind === 'found' ? speech.dir : undefined };
  process.stderr.write(`${speech.sentence}\n`);
  return undefined;
}
