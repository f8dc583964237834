import {
  type CallRun,
  type ConversationReport,
  holdConversation,
  type ScriptLine,
  speechRateOf,
} from '../../media/index.ts';
import { openStatuses } from '../features/calls/calls/index.ts';
import type { CallArguments } from './call-arguments.ts';
import { narrate } from './call-narration.ts';
import { type CallOutcome, printOutcome } from './call-report.ts';
import { startCall } from './call-start.ts';
import { type CallerClip, prepareClips, type Speech } from './clips.ts';
import type { ServerAddress } from './credential.ts';
import { createServerClient, type ServerClient, type StoredCall } from './server-client.ts';
import { prepareOutDir, writeSoundFiles } from './sound-files.ts';

export interface CallContext {
  readonly openSpeech: () => Promise<Speech>;
  readonly server: ServerAddress;
  /** Port of this installation for AudioSocket, if it is set. */
  readonly audioSocketPort?: number | undefined;
  /** Prints a line of text. */
  readonly say: (line: string) => void;
}

/** The server writes a call's record shortly after the stream has ended. */
const recordWaitMs = 5_000;
/** Statuses of a call that has not ended. */
const goesOn: ReadonlySet<string> = new Set(openStatuses);

/** Runs the conversation with a running server and returns the outcome. Throws `CliFault`. */
export async function holdCall(args: CallArguments, context: CallContext): Promise<CallOutcome> {
  if (args.outDir !== undefined) await prepareOutDir(args.outDir);
  const rateHz = args.phone?.codec === 'G722' ? 16_000 : speechRateOf(args.dialect);
  const clips = await prepareClips(args.lines, { voice: args.voice, rateHz, openSpeech: context.openSpeech });
  const client = createServerClient(context.server);
  const startedMs = Date.now();
  const { run, from } = await startCall(args, {
    client,
    token: context.server.token,
    audioSocketPort: context.audioSocketPort,
    say: context.say,
  });
  const ownCall: OwnCall = { client, run, dialect: args.dialect, from, startedMs };
  const narration = narrate(run, {
    say: context.say,
    lines: args.dialect === 'browser' ? undefined : () => storedLines(ownCall),
  });
  const hangUp = (): void => void run.hangUp();
  process.once('SIGINT', hangUp);
  const report = await holdConversation(run, scriptOf(clips, args), { onLine: narration.onLine });
  process.off('SIGINT', hangUp);
  await narration.close();
  const files = args.outDir === undefined ? [] : await writeSoundFiles(args.outDir, report.record);
  return { args, report, files, stored: await storedCall(ownCall) };
}

/** Runs the command: prints the call and returns the exit status. */
export async function callCommand(
  args: CallArguments,
  context: CallContext & { readonly print: (text: string) => void },
): Promise<number> {
  const outcome = await holdCall(args, { ...context, say: args.json ? () => {} : context.say });
  printOutcome(outcome, context.print);
  return wentWell(outcome.report) ? 0 : 1;
}

const wentWell = (report: ConversationReport): boolean =>
  report.completed && report.greetingMs !== undefined && report.lines.every((line) => !line.waitTimedOut);

function scriptOf(clips: readonly CallerClip[], { bargeInMs, overGreeting }: CallArguments): ScriptLine[] {
  return clips.map(({ label, clip }, index) => ({
    say: clip,
    label,
    when: (index > 0 || overGreeting) && bargeInMs !== undefined ? { overAgentAfterMs: bargeInMs } : 'agent_done',
  }));
}

/** What identifies the server's record of our call. */
interface OwnCall {
  readonly client: ServerClient;
  readonly run: CallRun;
  readonly dialect: CallArguments['dialect'];
  readonly from: string;
  readonly startedMs: number;
}

async function storedLines({ client, from, startedMs }: OwnCall) {
  const uuid = await client.findCall(from, startedMs);
  const call = uuid === undefined ? undefined : await client.call(uuid);
  return (call?.events ?? []).flatMap((event) => (event.line === undefined ? [] : [event.line]));
}

async function storedCall({ client, run, dialect, from, startedMs }: OwnCall): Promise<StoredCall | undefined> {
  const ready = run.record().log.find(({ command }) => command.type === 'ready')?.command;
  const giveUpMs = Date.now() + recordWaitMs;
  for (;;) {
    const ownUuid = ready?.type === 'ready' ? ready.callUuid : undefined;
    const uuid = dialect === 'browser' ? ownUuid : await client.findCall(from, startedMs);
    const call = uuid === undefined ? undefined : await client.call(uuid);
    if ((call !== undefined && !goesOn.has(call.status)) || Date.now() >= giveUpMs) return call;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
