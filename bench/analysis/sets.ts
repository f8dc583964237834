import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Speaker, Transcript } from '../../src/transcripts/transcript.ts';

/** A conversation and whether it ended as the caller or customer wished. */
export interface Labelled {
  readonly id: string;
  readonly transcript: Transcript;
  readonly isPositive: boolean;
}

/** Folders below `--data`, with the source of their files. None of them is part of this repository. */
export const sources = {
  persuasionforgood: 'dialogues.csv and outcomes.csv of github.com/Sea-Snell/persuasionforgood (Apache-2.0)',
  'sgd/dev': 'dev/ of github.com/google-research-datasets/dstc8-schema-guided-dialogue (CC-BY-SA-4.0)',
  'sgd/train': 'train/ of github.com/google-research-datasets/dstc8-schema-guided-dialogue (CC-BY-SA-4.0)',
  multidogo:
    'data/paper_splits/splits_annotated_at_turn_level/ of github.com/awslabs/multi-domain-goal-oriented-dialogues-dataset (CDLA-Permissive-1.0)',
  'tau-bench': 'historical_trajectories/*.json of github.com/sierra-research/tau-bench (MIT)',
  vader: 'hutto_ICWSM_2014/*_GroundTruth.txt from additional_resources/ of github.com/cjhutto/vaderSentiment (MIT)',
  restaurant8k: 'span_extraction/restaurant8k/ of github.com/PolyAI-LDN/task-specific-datasets (CC-BY-4.0)',
} as const;
export type Source = keyof typeof sources;

/** Returns the folder of a set; undefined if missing, after printing to standard error what to fetch. */
export function folderOf(data: string, source: Source): string | undefined {
  const folder = join(data, source);
  if (existsSync(folder)) return folder;
  process.stderr.write(`skipped ${source}: put ${sources[source]} in ${folder}\n`);
  return undefined;
}

/** One in five conversations is for validation; the hash of its id decides, so results do not depend on file order. */
export const isValidation = (id: string): boolean => createHash('sha256').update(id).digest().readUInt32BE(0) % 5 === 0;

const turnMs = 4000;

export const talkOf = (lines: readonly (readonly [Speaker, string])[]): Transcript =>
  lines
    .filter(([, text]) => text.trim() !== '')
    .map(([speaker, text], index) => ({
      speaker,
      text,
      startMs: index * turnMs,
      endMs: (index + 1) * turnMs - 500,
      words: [],
    }));

/** Label: whether the person asked for a donation gave one. */
export async function readPersuasion(folder: string): Promise<Labelled[]> {
  const rows = async (name: string): Promise<Record<string, string>[]> =>
    parse(await readFile(join(folder, name), 'utf8'), { columns: true, relax_quotes: true });
  const given = new Map(
    (await rows('outcomes.csv')).filter(({ B4 }) => B4 === '1').map(({ B2 = '', B6 }) => [B2, Number(B6) > 0]),
  );
  const lines = new Map<string, [Speaker, string][]>();
  // The set escapes apostrophes.
  for (const { B2 = '', B4, Unit = '' } of await rows('dialogues.csv'))
    lines.set(B2, [...(lines.get(B2) ?? []), [B4 === '0' ? 'agent' : 'customer', Unit.replaceAll("\\'", "'")]]);
  return [...lines].flatMap(([id, said]) => {
    const isPositive = given.get(id);
    return isPositive === undefined ? [] : [{ id, transcript: talkOf(said), isPositive }];
  });
}

export interface SgdTurn {
  readonly speaker: 'USER' | 'SYSTEM';
  readonly utterance: string;
  readonly frames: readonly {
    readonly service: string;
    readonly slots: readonly { readonly slot: string; readonly start: number; readonly exclusive_end: number }[];
    readonly actions: readonly {
      readonly act: string;
      readonly slot: string;
      readonly values: readonly string[];
      readonly canonical_values: readonly string[];
    }[];
    readonly state?: { readonly slot_values: Readonly<Record<string, readonly string[]>> };
  }[];
}

export interface SgdDialogue {
  readonly dialogue_id: string;
  readonly services: readonly string[];
  readonly turns: readonly SgdTurn[];
}

export async function readSgd(folder: string, most = Number.POSITIVE_INFINITY): Promise<SgdDialogue[]> {
  const files = (await readdir(folder)).filter((name) => /^dialogues.*\.json$/.test(name)).sort();
  const dialogues: SgdDialogue[] = [];
  for (const file of files) {
    if (dialogues.length >= most) break;
    dialogues.push(...(JSON.parse(await readFile(join(folder, file), 'utf8')) as SgdDialogue[]));
  }
  return dialogues.slice(0, most);
}

export const sgdTalk = ({ turns }: SgdDialogue): Transcript =>
  talkOf(turns.map(({ speaker, utterance }) => [speaker === 'USER' ? 'customer' : 'agent', utterance]));

/** Label: whether the system's last action, such as a booking or a payment, succeeded. */
export function sgdResolved(dialogues: readonly SgdDialogue[]): Labelled[] {
  return dialogues.flatMap((dialogue) => {
    const results = dialogue.turns.flatMap(({ frames }) =>
      frames.flatMap(({ actions }) => actions.map(({ act }) => act).filter((act) => act.startsWith('NOTIFY_'))),
    );
    const last = results.at(-1);
    if (last === undefined) return [];
    return [{ id: dialogue.dialogue_id, transcript: sgdTalk(dialogue), isPositive: last === 'NOTIFY_SUCCESS' }];
  });
}

interface Trajectory {
  readonly task_id: number;
  readonly trial: number;
  readonly reward: number;
  readonly traj: readonly { readonly role: string; readonly content: string | null }[];
}

/** Label: whether the database's final state matches the customer's task. */
export async function readTau(folder: string): Promise<Labelled[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const all = await Promise.all(
    files.map(async (file) => {
      const runs = JSON.parse(await readFile(join(folder, file), 'utf8')) as Trajectory[];
      return runs.map(({ task_id, trial, reward, traj }) => ({
        id: `${file} ${task_id} ${trial}`,
        isPositive: reward > 0.5,
        transcript: talkOf(
          traj
            .filter(({ role, content }) => (role === 'user' || role === 'assistant') && (content ?? '') !== '')
            .map(({ role, content }) => [
              role === 'user' ? 'customer' : 'agent',
              (content ?? '').replaceAll('###STOP###', ''),
            ]),
        ),
      }));
    }),
  );
  return all.flat();
}

/** Sentences with the mean rating of twenty raters, -4 to 4. */
export async function readVader(folder: string): Promise<{ readonly text: string; readonly rating: number }[]> {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('_GroundTruth.txt')).sort();
  const all = await Promise.all(files.map((file) => readFile(join(folder, file), 'latin1')));
  return all
    .join('\n')
    .split('\n')
    .flatMap((line) => {
      const [, rating, text] = line.split('\t');
      return text === undefined || rating === undefined ? [] : [{ text: text.trim(), rating: Number(rating) }];
    });
}
