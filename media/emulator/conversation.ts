import type { Clip } from '../line/audio.ts';
import type { CallEnding, CallRecord, CallRun } from './far-end.ts';
import { measureTurns, type SaidLine, type TurnMeasure } from './measure.ts';

export type When =
  /** When the agent has answered the previous line and then been quiet. */
  | 'agent_done'
  /** This long after the end of the caller's previous line (for the first line: after the stream opened). */
  | { readonly afterMs: number }
  /** This long after the agent's answer to the previous line became audible: an interruption. */
  | { readonly overAgentAfterMs: number };

export type ScriptLine =
  | { readonly say: Clip; readonly when: When; readonly label?: string }
  | { readonly press: string; readonly when: When; readonly label?: string };

export interface ConversationOptions {
  /** How long the agent must have been quiet, with all its audio played. */
  readonly agentQuietMs?: number;
  /** How long to wait for an answer to begin and to end; then the next line is spoken regardless. */
  readonly patienceMs?: number;
  /** Whether the agent speaks first, so that the first `agent_done` waits for its greeting. */
  readonly greeting?: boolean;
  /** Whether the far end is to hang up after the last answer; it has `patienceMs` for that. */
  readonly awaitsHangUp?: boolean;
  readonly onLine?: (line: SaidLine) => void;
}

export interface ConversationReport {
  readonly turns: readonly TurnMeasure[];
  /** From the opening of the stream to the agent's first audible sample. */
  readonly greetingMs: number | undefined;
  readonly lines: readonly SaidLine[];
  readonly record: CallRecord;
  readonly ending: CallEnding;
  /** True if every line was spoken before the call ended. */
  readonly completed: boolean;
}

const defaults = { agentQuietMs: 700, patienceMs: 20_000, greeting: true, awaitsHangUp: false };

/** Follows the script, waits for the last answer, hangs up if the far end has not, and measures. Never rejects. */
export async function holdConversation(
  run: CallRun,
  script: readonly ScriptLine[],
  options: ConversationOptions = {},
): Promise<ConversationReport> {
  const settings = { ...defaults, ...options };
  const lines: SaidLine[] = [];
  let saidToMs = settings.greeting ? 0 : undefined;
  let completed = await run.opened;
  for (const [index, line] of script.entries()) {
    const ready = await waitFor(run, line.when, { saidToMs, ...settings });
    if (run.over) {
      completed = false;
      break;
    }
    if ('press' in line) {
      for (const digit of line.press) run.press(digit);
      saidToMs = run.nowMs();
      continue;
    }
    const place = run.say(line.say);
    const kind = typeof line.when === 'object' && 'overAgentAfterMs' in line.when ? 'barge_in' : 'turn';
    const spokenLine: SaidLine = { label: line.label ?? `line ${index + 1}`, kind, place, waitTimedOut: !ready };
    lines.push(spokenLine);
    options.onLine?.(spokenLine);
    saidToMs = (place.speech.endSample * 1000) / run.format.rateHz;
    await run.until(() => !run.callerSpeaking, (place.clip.endSample * 1000) / run.format.rateHz - run.nowMs() + 5_000);
  }
  await agentDone(run, { saidToMs, ...settings });
  if (settings.awaitsHangUp) await run.until(() => run.over, settings.patienceMs);
  const ending = await run.hangUp();
  const record = run.record();
  return { ...report(record, lines), record, ending, completed };
}

function report(
  record: CallRecord,
  lines: readonly SaidLine[],
): Pick<ConversationReport, 'turns' | 'greetingMs' | 'lines'> {
  const { rateHz } = record.format;
  const { audible, clearsMs, underruns, pauses } = record.playout;
  const endMs = (record.agent.length * 1000) / rateHz;
  const first = audible[0];
  return {
    turns: measureTurns({ rateHz, lines, audible, clearsMs, underruns, pauses, endMs }),
    greetingMs: first === undefined ? undefined : (first.startSample * 1000) / rateHz,
    lines,
  };
}

interface Waiting {
  /** End of the line that the agent is to answer; undefined if there is none. */
  readonly saidToMs: number | undefined;
  readonly agentQuietMs: number;
  readonly patienceMs: number;
}

function waitFor(run: CallRun, when: When, waiting: Waiting): Promise<boolean> {
  if (when === 'agent_done') return agentDone(run, waiting);
  const saidToMs = waiting.saidToMs ?? 0;
  if ('afterMs' in when) {
    const dueMs = saidToMs + when.afterMs;
    return run.until(() => run.nowMs() >= dueMs, dueMs - run.nowMs());
  }
  return run.until(() => {
    const onsetMs = answerOnsetMs(run, saidToMs);
    return onsetMs !== undefined && run.nowMs() >= onsetMs + when.overAgentAfterMs;
  }, waiting.patienceMs);
}

async function agentDone(run: CallRun, { saidToMs, agentQuietMs, patienceMs }: Waiting): Promise<boolean> {
  if (saidToMs === undefined) return true;
  if (!(await run.until(() => answerOnsetMs(run, saidToMs) !== undefined, patienceMs))) return false;
  return run.until(() => !run.agentBusy && run.nowMs() - agentLastHeardMs(run) >= agentQuietMs, 3 * patienceMs);
}

/** Returns the first time the agent was audible after `saidToMs`; a reply already in progress does not count. */
function answerOnsetMs(run: CallRun, saidToMs: number): number | undefined {
  const from = (saidToMs * run.format.rateHz) / 1000;
  const span = run.agentAudible.findLast((candidate) => candidate.endSample > from);
  if (span === undefined) return undefined;
  const first = run.agentAudible.find((candidate) => candidate.startSample >= from) ?? span;
  return (Math.max(first.startSample, from) * 1000) / run.format.rateHz;
}

function agentLastHeardMs(run: CallRun): number {
  return ((run.agentAudible.at(-1)?.endSample ?? 0) * 1000) / run.format.rateHz;
}
