import { randomUUID } from 'node:crypto';
import {
  type Answer,
  askForStream,
  type CallRun,
  type ConversationReport,
  holdConversation,
  placeCall,
  type ScriptLine,
  speechRateOf,
} from '../../media/index.ts';
import { openStatuses } from '../features/calls/calls/index.ts';
import type { CallArguments } from './call-arguments.ts';
import { narrate } from './call-narration.ts';
import { type CallOutcome, printOutcome } from './call-report.ts';
import { CliFault } from './cli-fault.ts';
import { type CallerClip, prepareClips, type Speech } from './clips.ts';
import type { ServerAddress } from './credential.ts';
import { createServerClient, type ServerClient, type StoredCall } from './server-client.ts';
import { prepareOutDir, writeSoundFiles } from './sound-files.ts';

export interface CallContext {
  readonly openSpeech: () => Promise<Speech>;
  readonly server: ServerAddress;
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
  const rateHz = speechRateOf(args.dialect);
  const clips = await prepareClips(args.lines, { voice: args.voice, rateHz, openSpeech: context.openSpeech });
  const client = createServerClient(context.server);
  const startedMs = Date.now();
  const callId = randomUUID();
  const stream = await startOf(args, { client, callId, token: context.server.token });
  context.say(`Calling ${args.to} over ${args.dialect} through ${args.url}`);
  const run = placeCall({
    dialect: args.dialect,
    url: stream.url,
    identity: { callId, from: args.from, to: args.to, custom: stream.custom },
    ...(stream.format === undefined ? {} : { format: stream.format }),
    ...args.conditions,
  });
  if (!(await run.opened)) {
    throw new CliFault('not_answered', `the stream at ${stream.url} did not open: ${(await run.ended).reason}`);
  }
  const narration = narrate(run, {
    say: context.say,
    lines: args.dialect === 'browser' ? undefined : () => storedLines(client, args.from, startedMs),
  });
  const hangUp = (): void => void run.hangUp();
  process.once('SIGINT', hangUp);
  const report = await holdConversation(run, scriptOf(clips, args), { onLine: narration.onLine });
  process.off('SIGINT', hangUp);
  await narration.close();
  const files = args.outDir === undefined ? [] : await writeSoundFiles(args.outDir, report.record);
  return { args, report, files, stored: await storedCall(client, run, args, startedMs) };
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

type Stream = Extract<Answer, { kind: 'stream' }>;

async function startOf(
  args: CallArguments,
  {
    client,
    callId,
    token,
  }: { readonly client: ServerClient; readonly callId: string; readonly token: string | undefined },
): Promise<Stream> {
  const { dialect, from, to, allowRemote } = args;
  const flowUuid = dialect === 'browser' ? (args.flow ?? (await client.activeFlow())) : undefined;
  if (dialect === 'browser' && flowUuid === undefined) {
    if ((await client.health()) === undefined) throw new CliFault('not_answered', `nothing answers at ${args.url}`);
    throw new CliFault('refused', `the server at ${args.url} has no active flow`, {
      advice: 'Set --flow. A server on another machine also requires an API key (--key or PARLEY_API_KEY).',
    });
  }
  const answer = await askForStream({
    dialect,
    baseUrl: args.url,
    callId,
    from,
    to,
    allowRemote,
    token,
    ...(flowUuid === undefined ? {} : { flowUuid }),
  });
  switch (answer.kind) {
    case 'stream':
      return answer;
    case 'hang_up':
      throw new CliFault('refused', `the server rejected the call (${answer.reason || 'no reason given'})`);
    case 'refused':
      throw new CliFault('refused', `the server returned ${answer.status}: ${answer.detail}`);
    case 'unreadable':
      throw new CliFault('refused', `the server's response is invalid: ${answer.detail}`, {
        advice: 'Check that --url is the address of Parley.',
      });
    case 'unreachable':
      throw new CliFault('not_answered', `no server at ${args.url} (${answer.detail})`);
    case 'not_local':
      throw new CliFault('bad_argument', answer.detail, { advice: 'Add --allow-remote to call it anyway.' });
  }
}

async function storedLines(client: ServerClient, from: string, sinceMs: number) {
  const uuid = await client.findCall(from, sinceMs);
  const call = uuid === undefined ? undefined : await client.call(uuid);
  return (call?.events ?? []).flatMap((event) => (event.line === undefined ? [] : [event.line]));
}

async function storedCall(
  client: ServerClient,
  run: CallRun,
  { dialect, from }: CallArguments,
  sinceMs: number,
): Promise<StoredCall | undefined> {
  const ready = run.record().log.find(({ command }) => command.type === 'ready')?.command;
  const giveUpMs = Date.now() + recordWaitMs;
  for (;;) {
    const ownUuid = ready?.type === 'ready' ? ready.callUuid : undefined;
    const uuid = dialect === 'browser' ? ownUuid : await client.findCall(from, sinceMs);
    const call = uuid === undefined ? undefined : await client.call(uuid);
    if ((call !== undefined && !goesOn.has(call.status)) || Date.now() >= giveUpMs) return call;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
