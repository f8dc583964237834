import { parseArgs } from 'node:util';
import { addLanguageModel, type NewLanguageModel } from './add.ts';
import { addRecogniser, recogniserTasks } from './add-recogniser.ts';
import { chooseModels } from './choose.ts';
import { ModelsFault } from './fault.ts';
import { defaultModelsDir, modelFolder } from './locate.ts';
import { manifest, taskModels } from './manifest.ts';
import { openProgress } from './progress.ts';
import { provisionModels } from './provision.ts';
import { inspectModel } from './stamp.ts';

const usage = `npm run models -- [--with NAME]... [--cuda] [--verify] [--list]

Fetches the models that calls need, checks them and keeps them in MODELS_DIR
(by default in the user's cache, outside this folder).

  --with NAME  also this model, or this set of models: whisper-base, dnsmos, bench
  --cuda       also what models need to run on an NVIDIA GPU: ONNX Runtime's CUDA provider and
               NVIDIA's libraries, 1.5 GB from the package index. Linux on x86-64; the driver is yours
  --verify     read every file again and compare it with what was fetched
  --list       what there is and where, without fetching
  --add FILE   add a language model that runs on this machine: a GGUF file, or its URL.
               Agents use it as local:NAME; NAME is the name of the file
  --as TASK    with --add: a Whisper model of any size for recognition or multilingual, in place of the
               standard one: the folder of model.bin, config.json and tokenizer.json (CTranslate2), or its URL
  --sha256 HEX the hash that the publisher names, of the GGUF file or of model.bin; required with --add
`;

export interface EnsureOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Names of sets and roles. */
  readonly sets: readonly string[];
  readonly verify?: boolean;
  readonly verbose?: boolean;
}

/** Installs the named models and shows progress on standard error. Returns 0, or 1 after printing an error. */
export async function ensureModels({ env, sets, verify = false, verbose = false }: EnsureOptions): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort(new Error('stopped'));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const progress = await openProgress({ stream: process.stderr, verbose });
  const { onProgress } = progress;
  try {
    await provisionModels({ modelsDir: defaultModelsDir(env), sets, verify, onProgress, signal: stop.signal, env });
    return 0;
  } catch (error) {
    progress.close();
    if (stop.signal.aborted) process.stderr.write('Stopped. Installed models are unchanged.\n');
    else if (error instanceof ModelsFault) process.stderr.write(`Models: ${error.message}.\n${error.advice}\n`);
    else throw error;
    return 1;
  } finally {
    progress.close();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}

/** Runs the command `npm run models`. Returns the exit status. */
export async function main(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const flags = { type: 'boolean', default: false } as const;
  const options = {
    with: { type: 'string', multiple: true },
    cuda: flags,
    verify: flags,
    list: flags,
    help: flags,
    add: { type: 'string' },
    sha256: { type: 'string' },
    as: { type: 'string' },
  } as const;
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ args: [...argv], options }));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}`);
    return 2;
  }
  if (values.add === undefined && (values.as ?? values.sha256) !== undefined) {
    process.stderr.write(`--as and --sha256 belong to --add.\n\n${usage}`);
    return 2;
  }
  if (values.help) process.stdout.write(usage);
  else if (values.list) await list(defaultModelsDir(env));
  else if (values.add !== undefined)
    return add({ modelsDir: defaultModelsDir(env), source: values.add, sha256: values.sha256, as: values.as });
  else if (values.cuda && !cudaSystem(process)) {
    process.stderr.write('The CUDA provider is published for Linux on x86-64 only.\n');
    return 1;
  } else {
    const sets = ['default', ...(values.with ?? []), ...(values.cuda ? ['cuda'] : [])];
    const status = await ensureModels({ env, sets, verify: values.verify, verbose: true });
    if (status === 0 && values.cuda) process.stderr.write('Start with EXECUTION_PROVIDERS=cuda,cpu to use it.\n');
    return status;
  }
  return 0;
}

interface Addition {
  readonly modelsDir: string;
  readonly source: string;
  readonly sha256: string | undefined;
  readonly as: string | undefined;
}

async function add({ as, ...model }: Addition): Promise<number> {
  try {
    process.stdout.write(`${as === undefined ? await addLocal(model) : await addWhisper(as, model)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof ModelsFault)) throw error;
    process.stderr.write(`Models: ${error.message}.\n${error.advice}\n`);
    return 1;
  }
}

const addLocal = async (model: NewLanguageModel): Promise<string> =>
  `Added. Agents use it as local:${await addLanguageModel(model)}.`;

async function addWhisper(as: string, model: NewLanguageModel): Promise<string> {
  const task = recogniserTasks.find((name) => name === as);
  if (task === undefined)
    throw new ModelsFault('bad_source', `--as must be ${recogniserTasks.join(' or ')}, not "${as}"`);
  const folder = await addRecogniser({ ...model, task, onProgress: (what) => process.stderr.write(`${what}\n`) });
  const start = task === 'multilingual' ? `with MULTILINGUAL_RECOGNISER=${taskModels.multilingual}` : 'again';
  return `Added. Start the server ${start}. To have the standard model back, delete ${folder} and fetch it.`;
}

export const cudaSystem = ({ platform, arch }: { readonly platform: string; readonly arch: string }): boolean =>
  platform === 'linux' && arch === 'x64';

async function list(modelsDir: string): Promise<void> {
  process.stdout.write(`models in ${modelsDir}\n`);
  for (const model of chooseModels(['default', 'optional', 'bench', 'cuda'])) {
    const { state } = await inspectModel(modelFolder(modelsDir, model.role), model);
    const [licence, does] = state.startsWith('operator')
      ? ['yours', 'your own, in its place']
      : [model.licence, model.does];
    const cells = [model.role.padEnd(16), state.padEnd(10), model.set.padEnd(9), licence.padEnd(13), does];
    process.stdout.write(`  ${cells.join(' ')}\n`);
  }
  process.stdout.write(`${manifest.length} models\n`);
}
