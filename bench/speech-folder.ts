import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findInstallation } from '../src/config/installation.ts';

/** Recorded prompts that may lie beside a checkout; the only place that names where. */
const besideCheckout = (): string => join(findInstallation(import.meta.url).rootDir, '..', 'shared', 'speech');

/** How the usage of a benchmark speaks of `--speech`. */
export const speechUsage =
  'recorded prompts with a transcripts.tsv (default: those beside a development checkout, when present)';

export type SpeechFolder =
  | { readonly kind: 'found'; readonly dir: string }
  /** None was named, and there is none by default. */
  | { readonly kind: 'none' }
  /** A folder was named that contains no prompts. */
  | { readonly kind: 'missing'; readonly sentence: string };

/** The folder that was named, which must hold a `transcripts.tsv`, or the default one where there is one. */
export function findSpeech(named: string | undefined): SpeechFolder {
  const dir = named === undefined ? besideCheckout() : resolve(named);
  if (existsSync(join(dir, 'transcripts.tsv'))) return { kind: 'found', dir };
  if (named === undefined) return { kind: 'none' };
  return { kind: 'missing', sentence: `${dir} has no transcripts.tsv, which lists the prompts.` };
}
