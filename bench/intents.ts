import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createIntents, type Intents } from '../media/agent/embedded/intents.ts';
import { createEmbedder } from '../media/agent/embedding.ts';
import { embeddingModelAt } from '../media/agent/embedding-model.ts';
import { createVectorFiles } from '../media/agent/vector-files.ts';
import { createOpenSession } from '../media/inference/session.ts';
import { defaultModelsDir, taskFolder } from '../models/locate.ts';
import { heldOut } from './intents/held-out.ts';

const usage = `bench intents: how often the embedded agent recognises what a caller does with the conversation, on held-out sentences.
  --clinc FILE   also data_full.json of CLINC150 (its "val" part); the intents that both know, and its other intents as none
  --verbose      each sentence that was labelled wrongly
  --out FILE     (default bench/results/intents.json)
`;

/** CLINC150's names for the same intents. */
const clincNames: Readonly<Record<string, string>> = {
  goodbye: 'goodbye',
  greeting: 'greeting',
  repeat: 'repeat',
  thank_you: 'thanks',
  tell_joke: 'joke',
  what_is_your_name: 'who',
  are_you_a_bot: 'robot',
  what_can_i_ask_you: 'abilities',
};
/** Talk about the assistant itself and bare answers: neither about a business nor an intent here. */
const clincLeftOut = new Set(
  `yes no maybe oos cancel who_do_you_work_for how_old_are_you what_are_your_hobbies where_are_you_from do_you_have_pets who_made_you fun_fact
  meaning_of_life change_ai_name flip_coin roll_dice whisper_mode change_accent change_speed change_volume user_name
  change_user_name`.split(/\s+/),
);

export type Row = readonly [label: string, text: string];

export const heldOutRows: readonly Row[] = Object.entries(heldOut).flatMap(([label, texts]) =>
  texts.map((text): Row => [label, text]),
);

/** Correctly classified sentences, with and without an intent. */
export interface Accuracy {
  readonly intents: readonly [right: number, all: number];
  readonly none: readonly [right: number, all: number];
  /** Label, prediction and sentence. */
  readonly wrong: readonly string[];
}

export async function accuracyOf(intents: Intents, rows: readonly Row[]): Promise<Accuracy> {
  const counts = { intents: [0, 0] as [number, number], none: [0, 0] as [number, number] };
  const wrong: string[] = [];
  for (const [label, text] of rows) {
    const found = (await intents.of(text, { languageCode: 'en-US', strict: false })) ?? 'none';
    const count = counts[label === 'none' ? 'none' : 'intents'];
    count[1] += 1;
    if (found === label) count[0] += 1;
    else wrong.push(`${label}, taken for ${found}: ${text}`);
  }
  return { ...counts, wrong };
}

export async function main(argv: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      clinc: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      out: { type: 'string', default: 'bench/results/intents.json' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const sets: Record<string, readonly Row[]> = { 'held-out': heldOutRows };
  if (values.clinc !== undefined) sets['CLINC150 val'] = await clincRows(values.clinc);
  const { intents, close } = await openIntents(env);
  const results: Record<string, Accuracy> = {};
  process.stdout.write('| sentences | intents | none |\n|---|---|---|\n');
  for (const [name, rows] of Object.entries(sets)) {
    const result = await accuracyOf(intents, rows);
    results[name] = result;
    process.stdout.write(`| ${name} | ${shareOf(result.intents)} | ${shareOf(result.none)} |\n`);
    if (values.verbose) process.stdout.write(`${result.wrong.join('\n')}\n`);
  }
  await close();
  await mkdir(dirname(values.out), { recursive: true });
  await writeFile(values.out, `${JSON.stringify(results, null, 2)}\n`);
  return 0;
}

const shareOf = ([right, all]: readonly [number, number]): string =>
  `${right} of ${all} (${((100 * right) / all).toFixed(1)} %)`;

async function openIntents(env: NodeJS.ProcessEnv): Promise<{ intents: Intents; close(): Promise<void> }> {
  const modelsDir = defaultModelsDir(env);
  const folder = taskFolder(modelsDir, 'embedding');
  const embedder = createEmbedder(await embeddingModelAt(folder, createOpenSession({ providers: ['cpu'] })));
  const vectorFiles = createVectorFiles(join(modelsDir, 'vectors'), join(folder, 'model.onnx'));
  return { intents: createIntents({ embedder, vectorFiles }), close: () => embedder.close() };
}

async function clincRows(path: string): Promise<readonly Row[]> {
  const { val } = JSON.parse(await readFile(path, 'utf8')) as { val: readonly (readonly [string, string])[] };
  return val
    .filter(([, name]) => !clincLeftOut.has(name))
    .map(([text, name]): Row => [clincNames[name] ?? 'none', text]);
}
