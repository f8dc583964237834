import { readFile, stat } from 'node:fs/promises';
import { type Clip, isFault, readWav, type SpeechService } from '../../media/index.ts';
import type { CallerLine } from './call-arguments.ts';
import { CliFault } from './cli-fault.ts';

/** The part of the built-in synthesiser that a caller needs. */
export type Speech = Pick<SpeechService, 'speak' | 'close'>;

export interface CallerClip {
  readonly label: string;
  readonly clip: Clip;
}

export interface ClipsOptions {
  readonly voice: string;
  readonly rateHz: 8000 | 16000;
  readonly openSpeech: () => Promise<Speech>;
}

/** Maximum length of one line. */
const maxLineSeconds = 120;

/** Returns the audio of every line, in order. Throws `file_missing`, `not_a_wav` or `speech_unavailable`. */
export async function prepareClips(lines: readonly CallerLine[], options: ClipsOptions): Promise<CallerClip[]> {
  // Files first: a wrong path is reported before models are loaded.
  const files = new Map<string, Clip>();
  for (const line of lines) if (line.kind === 'wav') files.set(line.path, await loadWav(line.path));
  const speech = lines.some((line) => line.kind === 'text') ? await options.openSpeech() : undefined;
  try {
    const clips: CallerClip[] = [];
    for (const line of lines) {
      if (line.kind === 'wav') clips.push({ label: line.path, clip: files.get(line.path)! });
      else
        clips.push({
          label: line.text,
          clip: await speech!.speak(line.text, { speaker: options.voice }, options.rateHz),
        });
    }
    return clips;
  } catch (error) {
    if (isFault(error)) throw new CliFault('speech_unavailable', error.message, { cause: error, advice: error.advice });
    throw error;
  } finally {
    await speech?.close();
  }
}

async function loadWav(path: string): Promise<Clip> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new CliFault('file_missing', `${path} does not exist`);
  if (!stats.isFile()) throw new CliFault('not_a_wav', `${path} is not a file`);
  try {
    return readWav(await readFile(path), { maxSeconds: maxLineSeconds });
  } catch (cause) {
    if (isFault(cause, 'audio_unreadable')) throw new CliFault('not_a_wav', `${path}: ${cause.message}`, { cause });
    throw new CliFault('file_missing', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
