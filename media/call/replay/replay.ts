import { createResampler } from '../../dsp/resampler.ts';
import { invariant } from '../../kit/invariant.ts';
import type { EngineClient } from '../../line/engine.ts';
import { MediaFault } from '../../line/fault.ts';
import type { RecogniseJob, TurnJob, TurnResult, Utterance } from '../../line/speech.ts';
import type { Dictation } from '../../line/turn.ts';
import type { RecognitionEntry, RecognitionSettings } from '../../ports.ts';
import { createEchoGuard } from '../../turn/echo.ts';
import type { OverlapJudge } from '../../turn/overlap-words.ts';
import type { VoiceActivity } from '../../vad/silero.ts';
import { createCallRecognition } from '../recognition/call-recognition.ts';
import type { RecognitionEvents } from '../recognition/recognition-events.ts';
import { storedNameOf } from '../recognition/recognition-journal.ts';
import { createHeldAnswers, LoggedFailure, settled } from './replay-engines.ts';

/** The models of a replay. */
export interface ReplayModels {
  /** Used by one replay at a time. */
  readonly voiceActivity: VoiceActivity;
  readonly recognise: EngineClient<RecogniseJob, Utterance>;
  readonly endOfTurn: EngineClient<TurnJob, TurnResult>;
  readonly overlapJudge: OverlapJudge;
}

/** Both tracks of a call's recording and the journal of its recognition. Samples in [-1, 1]. */
export interface RecordedCall {
  readonly caller: Float32Array;
  readonly agent: Float32Array;
  readonly entries: readonly RecognitionEntry[];
}

const blockMs = 32;

/**
 * Recognises a recorded call again, as fast as the models allow: the caller's track passes through the same code in the
 * same steps. External inputs (when the agent was audible, when a model's result was available) occur where they did in
 * the call; the results themselves are computed again. Returns the journal of this run.
 */
export async function hearAgain(call: RecordedCall, models: ReplayModels): Promise<RecognitionEntry[]> {
  const settings = settingsOf(call.entries);
  const { rateHz } = settings;
  const heard: RecognitionEntry[] = [];
  const over = new AbortController();
  const beat = (): number => recognition.time.beat;
  const answers = createHeldAnswers(call.entries, beat);
  const echo = createEchoGuard({ rateHz: 8000 });
  const toEcho = createResampler(rateHz, 8000);
  /** Whether an entry is the result of a query by recognition to the rest of the call. */
  const isAnswer = (entry: RecognitionEntry): boolean =>
    'in' in entry && ['answersReply', 'askedFor'].includes(entry.in);
  const answersTo = (name: string) =>
    call.entries.flatMap((entry) => ('in' in entry && entry.in === name ? [entry] : []));
  const answered = answersTo('answersReply');
  const askedAnswers = answersTo('askedFor');
  const inputs = call.entries.filter(
    (entry) => ['in', 'told', 'failed', 'shed', 'timer'].some((kind) => kind in entry) && !isAnswer(entry),
  );
  let next = 0;
  let fed = 0;
  let finishing: Promise<unknown> | undefined;

  const recognition = createCallRecognition({
    settings,
    voiceActivity: models.voiceActivity,
    recognise: answers.engine('recognise', models.recognise),
    endOfTurn: answers.engine('turn', models.endOfTurn),
    overlapJudge: models.overlapJudge,
    echo,
    signal: over.signal,
    clock: answers.clock,
    guarded: (part) => part(),
    answersReply: () => answered.shift()?.args[0] === true,
    // Logged only when there was a value, so the beat identifies the turn.
    askedFor: () => askedAnswers.find((entry) => entry.beat === beat())?.args[0] as Dictation | undefined,
    nowMs: () => (beat() / 2) * blockMs,
    note: (event) => {
      if (event.type === 'hearing') heard.push(...event.entries);
    },
    events: listen(answerAtOnce),
  });

  function feed(count: number): void {
    const agent = call.agent.subarray(fed, fed + count);
    echo.played(toEcho.process(agent), (fed * 1000) / rateHz);
    const caller = call.caller.subarray(fed, fed + count);
    fed += count;
    recognition.push(caller);
  }

  function finish(samples: number): void {
    if (samples > fed) feed(samples - fed);
    finishing = recognition.finish();
  }

  /** Applies the inputs with which the call responded to an output immediately. */
  function answerAtOnce(output: string): void {
    for (let entry = inputs[next]; entry !== undefined && 'in' in entry; entry = inputs[next]) {
      if (entry.within !== output || entry.beat !== beat()) return;
      next += 1;
      enter(entry);
    }
  }

  function enter(entry: Extract<RecognitionEntry, { in: string }>): void {
    if (entry.in === 'finish') finish(Math.min(entry.args[0] as number, call.caller.length));
    if (entry.in === 'silentUntil') recognition.silentUntil(entry.args[0] as number);
    if (entry.in === 'replyAudible') recognition.replyAudible(...(entry.args as [boolean, number]));
  }

  async function apply(entry: RecognitionEntry): Promise<void> {
    if ('told' in entry) await answers.tell(entry.told);
    else if ('failed' in entry) answers.fail(entry.failed, new LoggedFailure(entry.why));
    else if ('shed' in entry) answers.fail(entry.shed, new MediaFault('job_shed', 'given up in the call'));
    else if ('timer' in entry) answers.fire(entry.timer);
    else if ('in' in entry) enter(entry);
    await settled();
  }

  async function applyDue(): Promise<void> {
    for (let entry = inputs[next]; entry !== undefined && entry.beat <= beat(); entry = inputs[next]) {
      next += 1;
      await apply(entry);
    }
    await answers.tellStrays();
  }

  const block = (blockMs * rateHz) / 1000;
  for (;;) {
    await applyDue();
    if (finishing !== undefined) break;
    if (recognition.time.stepDue) await models.voiceActivity.run();
    else if (fed < call.caller.length) feed(Math.min(block, call.caller.length - fed));
    // The log ends early, as when a process dies: recognition finishes here.
    else finish(fed);
  }
  // The replay waits no longer for pending words at the end than the call did.
  for (; next < inputs.length; next++) await apply(inputs[next] as RecognitionEntry);
  await answers.tellStrays();
  over.abort('the replay is over');
  await finishing;
  recognition.close();
  return heard;
}

function settingsOf(entries: readonly RecognitionEntry[]): RecognitionSettings {
  const opened = entries.find((entry) => 'opened' in entry);
  invariant(opened !== undefined && 'opened' in opened, 'the log does not have the settings of recognition');
  return opened.opened;
}

/** Reports the name of each event and otherwise ignores it. */
function listen(note: (output: string) => void): RecognitionEvents {
  const names = {
    turnStarted: 0,
    partial: 0,
    speculate: 0,
    speculationDropped: 0,
    turnEnded: 0,
    turnDiscarded: 0,
    turnLost: 0,
    wordsLate: 0,
    interruption: 0,
    turnPassed: 0,
    trouble: 0,
  } satisfies Record<keyof RecognitionEvents, 0>;
  return Object.fromEntries(
    Object.keys(names).map((name) => [name, () => note(storedNameOf(name))]),
  ) as unknown as RecognitionEvents;
}
