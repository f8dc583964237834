import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clip, openSpeech, readWav } from '../../media/index.ts';
import { syntheticPrompts } from '../synthetic-prompts.ts';

export interface CallerLine {
  readonly label: string;
  /** Words of the line. */
  readonly text: string;
  readonly clip: Clip;
}

export interface CallerLines {
  /** Lines said after the agent has finished. */
  readonly prompts: readonly CallerLine[];
  /** Questions whose answers are long enough to be interrupted. */
  readonly questions: readonly CallerLine[];
  readonly source: 'recorded' | 'synthesised';
}

const questions = [
  'What are your opening hours during the week?',
  'Which insurance plans do you accept?',
  'How much does a cleaning cost?',
  'Where is your office, and is there parking?',
];

/** Loads recorded prompts from a folder with `transcripts.tsv`, or synthesises others. */
export async function prepareLines(speechDir: string | undefined, modelsDir: string): Promise<CallerLines> {
  const recorded = speechDir === undefined ? [] : await recordedPrompts(speechDir);
  const speech = await openSpeech({ modelsDir });
  const speak = async (text: string): Promise<CallerLine> => ({
    label: text,
    text,
    clip: await speech.speak(text, { speaker: 'daniel' }, 8000),
  });
  try {
    const asked: CallerLine[] = [];
    for (const text of questions) asked.push(await speak(text));
    if (recorded.length > 0) return { prompts: recorded, questions: asked, source: 'recorded' };
    const prompts: CallerLine[] = [];
    for (const text of syntheticPrompts) prompts.push(await speak(text));
    return { prompts, questions: asked, source: 'synthesised' };
  } finally {
    await speech.close();
  }
}

async function recordedPrompts(dir: string): Promise<CallerLine[]> {
  const rows = (await readFile(join(dir, 'transcripts.tsv'), 'utf8')).trim().split('\n').slice(1);
  const lines: CallerLine[] = [];
  for (const row of rows) {
    const [file, words] = row.split('\t');
    if (file === undefined || words === undefined) continue;
    lines.push({ label: file, text: words, clip: readWav(await readFile(join(dir, file))) });
  }
  return lines;
}
