import type { ConversationReport, FarCommand, TurnMeasure } from '../../media/index.ts';
import type { CallArguments } from './call-arguments.ts';
import type { StoredCall, StoredLine, StoredPerson } from './server-client.ts';

export interface CallOutcome {
  readonly args: CallArguments;
  readonly report: ConversationReport;
  /** Undefined when the server has no record that this caller may read. */
  readonly stored: StoredCall | undefined;
  readonly files: readonly string[];
}

export interface ReportLine {
  readonly speaker: 'agent' | 'customer';
  /** The person who spoke in place of the agent. */
  readonly person?: StoredPerson | undefined;
  readonly text: string;
  /** The end of an agent's line that the caller did not hear. */
  readonly notHeard: string;
}

export function printOutcome(outcome: CallOutcome, print: (text: string) => void): void {
  if (outcome.args.json) print(`${JSON.stringify(toJson(outcome), null, 2)}\n`);
  else print(`${toText(outcome).join('\n')}\n`);
}

function toText(outcome: CallOutcome): string[] {
  const { args, report, files, stored } = outcome;
  const lines = transcriptOf(outcome);
  const text = ['', 'As the server has it:'];
  if (stored === undefined && args.key === undefined)
    text.push('  The transcript needs an API key of the scope voice:calls:read. Set --key or PARLEY_API_KEY.');
  else if (lines.length === 0) text.push('  (no transcript)');
  for (const line of lines) {
    const unheard = line.notHeard === '' ? '' : `  [not heard: ${line.notHeard}]`;
    const person = line.person === undefined ? '' : `[${line.person.kind} ${line.person.name ?? ''}] `;
    text.push(`  ${line.speaker.padEnd(9)} ${person}${line.text}${unheard}`);
  }
  text.push('', `Greeting audible after ${ms(report.greetingMs)}.`);
  for (const turn of report.turns) text.push(turnText(turn));
  const { underruns, overflowMs } = report.record.playout;
  text.push(`Gaps inside phrases: ${underruns.length}. Audio beyond the provider's buffer: ${ms(overflowMs)}.`);
  if (outcome.args.conditions !== undefined) text.push(conditionsText(report));
  const { complaintCount, complaints } = report.record;
  if (complaintCount > 0) {
    text.push(
      `The server violated the dialect ${complaintCount} times, first: ${complaints[0]?.code} (${complaints[0]?.detail}).`,
    );
  }
  text.push(`Ended by ${report.ending.by}${reasonOf(outcome)}.`);
  if (stored !== undefined) text.push(`Record: /v1/calls/${stored.uuid}`);
  for (const file of files) text.push(`Wrote ${file}`);
  return text;
}

function conditionsText({ record }: ConversationReport): string {
  const { framesSent, framesLost, framesReordered, framesDuplicated, networkStalls } = record;
  return `Of ${framesSent} frames ${framesLost} lost, ${framesReordered} overtaken, ${framesDuplicated} sent twice; ${networkStalls} stalls.`;
}

function turnText(turn: TurnMeasure): string {
  const parts = [`latency ${ms(turn.latencyMs)}`];
  if (turn.bargeIn !== undefined) parts.push(`interruption ${turn.bargeIn.outcome} after ${ms(turn.bargeIn.stopMs)}`);
  if (turn.cutIn) parts.push('the agent cut in');
  if (turn.collision) parts.push('both spoke at once');
  return `  "${turn.label}": ${parts.join(', ')}`;
}

const ms = (value: number | undefined): string => (value === undefined ? '-' : `${Math.round(value)} ms`);

function reasonOf({ stored, report }: CallOutcome): string {
  const reason = stored?.end_reason ?? report.ending.reason;
  return reason === '' ? '' : ` (${reason})`;
}

/**
 * Returns the transcript from the server's events, which record what was heard, else from the captions of the stream.
 */
export function transcriptOf({ stored, report }: CallOutcome): ReportLine[] {
  const latest = new Map<string, StoredLine>();
  for (const { line } of stored?.events ?? []) {
    if (line !== undefined) latest.set(`${line.turn} ${line.speaker} ${line.startMs}`, line);
  }
  if (latest.size > 0) {
    return [...latest.values()].sort((a, b) => a.startMs - b.startMs).map(storedLine);
  }
  if (stored !== undefined && stored.transcript.length > 0) {
    return stored.transcript.map(({ speaker, text, spoken_by: person }) => ({ speaker, person, text, notHeard: '' }));
  }
  return captionLines(report.record.log.map(({ command }) => command));
}

function storedLine({ speaker, text, words, spokenBy: person }: StoredLine): ReportLine {
  if (speaker === 'customer') return { speaker, text, notHeard: '' };
  const unheard = words.filter(({ heard }) => heard === 'no' || heard === 'estimated_no');
  return { speaker, person, text, notHeard: unheard.map((word) => word.text).join(' ') };
}

function captionLines(commands: readonly FarCommand[]): ReportLine[] {
  const latest = new Map<string, Extract<FarCommand, { type: 'transcript' }>>();
  for (const command of commands) {
    if (command.type === 'transcript') latest.set(command.id ?? `${latest.size}`, command);
  }
  return [...latest.values()].map(({ speaker, text, heardWords }) => ({
    speaker: speaker === 'agent' ? 'agent' : 'customer',
    text,
    notHeard: heardWords === undefined ? '' : text.split(/\s+/).slice(heardWords).join(' '),
  }));
}

function toJson(outcome: CallOutcome): object {
  const { args, report, stored, files } = outcome;
  const { playout, complaints, complaintCount, lateness, format } = report.record;
  return {
    dialect: args.dialect,
    to: args.to,
    from: args.from,
    format,
    call_uuid: stored?.uuid ?? null,
    completed: report.completed,
    greeting_ms: rounded(report.greetingMs),
    turns: report.turns.map((turn) => ({
      label: turn.label,
      kind: turn.kind,
      latency_ms: rounded(turn.latencyMs),
      cut_in: turn.cutIn,
      collision: turn.collision,
      barge_in:
        turn.bargeIn === undefined
          ? null
          : {
              outcome: turn.bargeIn.outcome,
              stop_ms: rounded(turn.bargeIn.stopMs),
              clear_ms: rounded(turn.bargeIn.clearMs),
            },
      underruns: turn.underruns,
    })),
    transcript: transcriptOf(outcome).map(({ speaker, person, text, notHeard }) => ({
      speaker,
      text,
      not_heard: notHeard,
      ...(person === undefined ? {} : { spoken_by: { kind: person.kind, name: person.name } }),
    })),
    server_latency: stored?.latency.turns ?? [],
    underruns: playout.underruns.map(({ atMs, gapMs }) => ({ at_ms: Math.round(atMs), gap_ms: Math.round(gapMs) })),
    overflow_ms: Math.round(playout.overflowMs),
    rule_breaks: complaintCount,
    first_rule_breaks: complaints.slice(0, 5),
    own_lateness_ms: { p99: lateness.quantileMs(0.99), max: Math.round(lateness.maxMs) },
    ended: {
      by: report.ending.by,
      close_code: report.ending.closeCode,
      reason: stored?.end_reason ?? report.ending.reason,
    },
    files,
  };
}

const rounded = (value: number | undefined): number | null => (value === undefined ? null : Math.round(value));
