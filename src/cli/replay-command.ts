import { parseArgs } from 'node:util';
import { isFault, openReplayer } from '../../media/index.ts';
import type { Config } from '../config/config.ts';
import { CliFault } from './cli-fault.ts';
import { reportJson, reportText } from './replay-report.ts';
import { findCall, keptCall, saveCall } from './replay-source.ts';

interface ReplayArguments {
  /** UUID of a call, or the folder in which one was saved. */
  readonly call: string;
  /** Whether to run the agent again too. */
  readonly agent: boolean;
  readonly saveDir?: string;
  readonly json: boolean;
}

const replayOptions = {
  agent: { type: 'boolean', default: false },
  save: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Throws `bad_argument` with the reason. */
export function readReplayArguments(argv: readonly string[]): ReplayArguments {
  const { values, positionals } = parse(argv);
  const [call, ...more] = positionals;
  if (call === undefined || more.length > 0) {
    throw new CliFault('bad_argument', 'expected one call: its UUID or the folder of a saved call');
  }
  const { agent, json, save } = values;
  return { call, agent, json, ...(save === undefined ? {} : { saveDir: save }) };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: replayOptions, allowPositionals: true });
  } catch (cause) {
    throw new CliFault('bad_argument', cause instanceof Error ? cause.message : String(cause));
  }
}

/** Runs the command. Exit status 0: identical; 1: different; 2: the call cannot be replayed. */
export async function replayCommand(
  args: ReplayArguments,
  { config, print }: { readonly config: Config; readonly print: (text: string) => void },
): Promise<number> {
  const file = await findCall(args.call, config);
  if (args.saveDir !== undefined) {
    await saveCall(args.saveDir, file);
    if (!args.json) print(`Saved in ${args.saveDir}\n`);
  }
  const { modelsDir, executionProviders: providers, llm } = config.media;
  const agent = args.agent ? { agent: llm === undefined ? {} : { llm } } : {};
  try {
    const replayer = await openReplayer({ modelsDir, providers, ...agent });
    try {
      const report = await replayer.replay(keptCall(file));
      print(args.json ? reportJson(file.callUuid, report) : reportText(file.callUuid, report));
      return report.same ? 0 : 1;
    } finally {
      await replayer.close();
    }
  } catch (error) {
    if (!isFault(error)) throw error;
    throw new CliFault('replay_impossible', error.message, { cause: error, advice: error.advice });
  }
}
