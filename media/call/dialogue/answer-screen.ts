import type { CallEndReason, CallEvent, VoicemailPlan } from '../../ports.ts';
import { type Answer, type AnswerInput, createAnswerDetector, isBeep } from '../../voicemail/answer.ts';
import { createToneDetector } from '../../voicemail/tones.ts';
import type { RecognitionEvents } from '../recognition/audio-recognition.ts';
import type { Dialogue } from './dialogue.ts';

export interface AnswerScreenOptions {
  readonly plan: VoicemailPlan;
  readonly rateHz: number;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly dialogue: Pick<Dialogue, 'recognitionEvents' | 'open' | 'say' | 'hush' | 'lastWords' | 'speaking'>;
  readonly note: (event: CallEvent) => void;
  readonly onTrouble: (error: unknown) => void;
  readonly close: (reason: CallEndReason) => void;
}

/**
 * Classifies who answered an outbound call before the agent speaks. A person gets the agent; on a machine the call
 * hangs up or leaves a message. An uncertain case counts as a person.
 */
export interface AnswerScreen {
  /** Events that are passed to the dialogue once the words are known to be meant for it. */
  readonly recognitionEvents: RecognitionEvents;
  /** Called when the stream has begun. */
  begin(): void;
  /** Receives the caller's next samples. */
  hear(samples: Float32Array): void;
  tick(): void;
}

/** If nobody says hello within this time, the agent does. */
const helloWithinMs = 2500;
/** The person has spoken and expects an answer after this much silence. */
const answerAfterMs = 1200;
/** After this much uninterrupted speech the agent speaks even without a verdict. */
const undecidedMs = 25_000;
/** After this time, or this many turns of a person, no machine is detected any more. */
const watchMs = 45_000;
const turnsOfPerson = 2;
/** Silence without a beep after which the greeting counts as over. */
const noBeepMs = 5000;
const beepIsNewsMs = 4000;
/** After this time the message is spoken, however long the greeting is. */
const longestGreetingMs = 60_000;
/** Time for the end of the message to reach the recording. */
const afterMessageMs = 500;
/** A beep during the message restarts it, up to this many starts in total. */
const mostStarts = 3;

type Phase = 'screening' | 'talking' | 'waiting' | 'leaving' | 'over';

export function createAnswerScreen(options: AnswerScreenOptions): AnswerScreen {
  const { dialogue, nowMs, plan } = options;
  const inner = dialogue.recognitionEvents;
  const detector = createAnswerDetector();
  const tones = createToneDetector({ rateHz: options.rateHz });
  let phase: Phase = 'screening';
  let noted: Answer['kind'] | undefined;
  let phaseMs = 0;
  let speaking = false;
  let quietSinceMs = 0;
  let starts = 0;
  let beepMs = Number.NEGATIVE_INFINITY;
  let watching = true;
  let personTurns = 0;
  /** For each caller turn whose words are not known yet: whether the dialogue knows of it. */
  const turns: boolean[] = [];
  const isPassed = (): boolean => turns.at(-1) === true && phase === 'talking';

  function enter(next: Phase): void {
    phase = next;
    phaseMs = nowMs();
  }

  function tell({ kind, confidence, evidence }: Answer): void {
    if (noted === kind) return;
    noted = kind;
    options.note({ type: 'voicemail', atMs: nowMs(), kind, confidence: Number(confidence.toFixed(3)), evidence });
  }

  function talk(answer: Answer): void {
    tell(answer);
    enter('talking');
    dialogue.open();
  }

  function leave(): void {
    starts += 1;
    dialogue.hush();
    enter('leaving');
    dialogue.say(plan.message ?? '');
  }

  function step(input: AnswerInput): void {
    if (phase === 'over' || !watching) return;
    const answer = detector.step(input);
    const wasAtIt = phase === 'waiting' || phase === 'leaving';
    if (answer.kind === 'machine' && !wasAtIt) meetMachine(answer);
    else if (answer.kind === 'human' && (phase === 'screening' || (wasAtIt && input.type === 'speech_ended')))
      talk(answer);
    else if (answer.kind === 'machine' && answer.noMessage && phase === 'waiting') hangUp();
    if (input.type === 'tone' && isBeep(input.tone)) beeped();
    if (phase === 'screening') openOnDoubt(answer);
    if (phase === 'talking') watchOn(input, answer);
  }

  function watchOn(input: AnswerInput, answer: Answer): void {
    if (answer.kind === 'human') tell(answer);
    const isPerson = answer.kind === 'human' || (answer.kind === 'unknown' && answer.confidence < 0.4);
    if (input.type === 'speech_ended' && input.text !== '' && isPerson) personTurns += 1;
    if (personTurns >= turnsOfPerson || nowMs() > watchMs) watching = false;
  }

  function meetMachine(answer: Answer): void {
    tell(answer);
    dialogue.hush();
    if (plan.action === 'hangup' || !plan.message || answer.noMessage) return hangUp();
    enter('waiting');
    // The words of a greeting may be recognised only after its beep.
    if (!speaking && nowMs() - beepMs < beepIsNewsMs) leave();
  }

  function beeped(): void {
    beepMs = nowMs();
    if (phase === 'waiting' || (phase === 'leaving' && starts < mostStarts)) leave();
  }

  function hangUp(): void {
    enter('over');
    options.close('voicemail');
  }

  function openOnDoubt(answer: Answer): void {
    const now = nowMs();
    const quietMs = speaking ? 0 : now - quietSinceMs;
    const spoke = quietSinceMs > phaseMs || speaking;
    if (quietMs >= (spoke ? answerAfterMs : helloWithinMs) || now - phaseMs >= undecidedMs) talk(answer);
  }

  function tick(): void {
    const now = nowMs();
    if (
      phase === 'waiting' &&
      ((!speaking && now - Math.max(quietSinceMs, phaseMs) >= noBeepMs) || now - phaseMs >= longestGreetingMs)
    )
      leave();
    if (phase !== 'leaving') return;
    if (dialogue.speaking) quietSinceMs = now;
    else if (now - quietSinceMs >= afterMessageMs) hangUp();
  }

  function settle(text: string, endMs: number): boolean {
    const passed = turns.shift() === true;
    speaking = turns.length > 0;
    quietSinceMs = endMs;
    step({ type: 'speech_ended', atMs: endMs, text });
    return passed;
  }

  const recognitionEvents: RecognitionEvents = {
    ...inner,
    turnStarted(onsetMs) {
      speaking = true;
      step({ type: 'speech_started', atMs: onsetMs });
      turns.push(phase === 'talking');
      if (turns.at(-1)) inner.turnStarted(onsetMs);
    },
    partial(text) {
      step({ type: 'words', text });
      if (isPassed()) inner.partial(text);
    },
    speculate(pause) {
      step({ type: 'words', text: pause.utterance.text });
      if (isPassed()) inner.speculate(pause);
    },
    speculationDropped() {
      if (isPassed()) inner.speculationDropped();
    },
    turnEnded(turn) {
      const passed = settle(turn.utterance.text, turn.endMs);
      if (passed && phase === 'talking') return inner.turnEnded(turn);
      dialogue.lastWords(turn);
      if (passed) inner.turnDiscarded();
    },
    turnDiscarded() {
      if (settle('', nowMs())) inner.turnDiscarded();
    },
    turnLost(error) {
      if (settle('', nowMs())) inner.turnLost(error);
      else options.onTrouble(error);
    },
    wordsLate() {
      if (isPassed()) inner.wordsLate();
    },
    interruption(act) {
      if (phase === 'talking') inner.interruption(act);
    },
    turnPassed(turn) {
      if (settle(turn.text, nowMs())) inner.turnPassed(turn);
    },
  };

  return {
    recognitionEvents,
    begin() {
      phaseMs = nowMs();
      quietSinceMs = phaseMs;
    },
    hear(samples) {
      if (phase === 'over' || !watching) return;
      for (const tone of tones.push(samples)) step({ type: 'tone', tone });
    },
    tick() {
      if (phase === 'over' || !watching) return;
      step({ type: 'tick', atMs: nowMs() });
      tick();
    },
  };
}
