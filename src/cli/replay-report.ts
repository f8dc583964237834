import type { ComparedReply, ComparedTurn, HeardTurn, ReplayReport } from '../../media/index.ts';

/** Returns the report as text: one line for identical parts, "then" and "now" for different ones. */
export function reportText(callUuid: string, report: ReplayReport): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(1);
  const lines = [`Call ${callUuid}: ${seconds(report.audioMs)} s replayed in ${seconds(report.tookMs)} s.`];
  for (const turn of report.turns) lines.push(...turnText(turn));
  if (report.parting !== undefined && report.turns.every((turn) => turn.same)) {
    lines.push('  Outside of any turn:', ...partingText(report.parting));
  }
  if (report.replies !== undefined) {
    lines.push('What the agent answers:');
    for (const reply of report.replies) lines.push(...replyText(reply));
  }
  lines.push(...report.doubts);
  lines.push(report.same ? 'Identical.' : 'Not the same.');
  return `${lines.join('\n')}\n`;
}

function turnText({ was, is, same, parting }: ComparedTurn): string[] {
  if (was === undefined || is === undefined) {
    const only = was ?? is;
    return only === undefined ? [] : [`  ${summary(only)}`, `      ${was === undefined ? 'only now' : 'not now'}`];
  }
  if (same) return [`  ${summary(was)}  - same`];
  const lines = [`  ${summary(was)}`];
  for (const [name, of] of aspects) {
    const [before, after] = [of(was), of(is)];
    if (before !== after) lines.push(`      ${name.padEnd(10)} then ${before}`, `      ${''.padEnd(10)} now  ${after}`);
  }
  // The turn's result is the same although its intermediate events differ.
  return lines.length > 1 || parting === undefined ? lines : [...lines, ...partingText(parting)];
}

const quoted = ({ outcome, text }: HeardTurn): string => (text === '' ? `(${outcome})` : `"${text}"`);

const aspects: readonly (readonly [string, (turn: HeardTurn) => string])[] = [
  ['words', quoted],
  ['begins', ({ onsetMs }) => clockOf(onsetMs)],
  ['reply', ({ interrupts }) => interrupts.join(', ') || '-'],
  ['pauses', ({ pauses }) => String(pauses)],
  ['ends', ({ endMs }) => (endMs === undefined ? '-' : clockOf(endMs))],
  ['wait', ({ waitMs, reason }) => (waitMs === undefined ? '-' : `${Math.round(waitMs)} ms (${reason})`)],
];

function summary(turn: HeardTurn): string {
  const waited =
    turn.waitMs === undefined ? '' : `, ${turn.reason}, ${Math.round(turn.waitMs)} ms after the last sound`;
  const over = turn.interrupts.length === 0 ? '' : `, over the agent (${turn.interrupts.join(', ')})`;
  return `${clockOf(turn.onsetMs)}  ${quoted(turn)}${over}${waited}`;
}

function partingText({ was, is }: NonNullable<ComparedTurn['parting']>): string[] {
  return [`      then ${JSON.stringify(was) ?? 'nothing'}`, `      now  ${JSON.stringify(is) ?? 'nothing'}`];
}

function replyText({ input, was, is, same }: ComparedReply): string[] {
  const inputText = input.kind === 'said' ? `"${input.text}"` : `(${input.kind})`;
  if (same) return [`  ${inputText}  - same`];
  const spokenText = ({ phrases, actions }: ComparedReply['is']): string =>
    [...phrases, ...actions.map((action) => `[${JSON.stringify(action)}]`)].join(' ');
  return [
    `  ${inputText}`,
    `      then ${spokenText(was)}${was.complete ? '' : ' ...'}`,
    `      now  ${spokenText(is)}`,
  ];
}

const clockOf = (ms: number): string => {
  const seconds = ms / 1000;
  return `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
};

export function reportJson(callUuid: string, report: ReplayReport): string {
  const turnOf = (turn: HeardTurn | undefined) =>
    turn === undefined
      ? null
      : {
          onset_ms: turn.onsetMs,
          end_ms: turn.endMs ?? null,
          wait_ms: turn.waitMs ?? null,
          reason: turn.reason ?? null,
          text: turn.text,
          outcome: turn.outcome,
          interrupts: turn.interrupts,
          pauses: turn.pauses,
        };
  const output = {
    call_uuid: callUuid,
    same: report.same,
    audio_ms: Math.round(report.audioMs),
    took_ms: Math.round(report.tookMs),
    turns: report.turns.map(({ was, is, same, parting }) => ({
      same,
      was: turnOf(was),
      is: turnOf(is),
      parting: parting ?? null,
    })),
    parting: report.parting ?? null,
    replies: report.replies ?? null,
    doubts: report.doubts,
  };
  return `${JSON.stringify(output, null, 2)}\n`;
}
