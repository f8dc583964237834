import type { CallEndReason, CallEvent, FirstAnsweredBy, VoicemailPlan } from '../../ports.ts';
import { type Answer, type AnswerInput, createAnswerDetector, isBeep } from '../../voicemail/answer.ts';
import { type BeforeAnswer, evidenceIn } from '../../voicemail/before-answer.ts';
import { createToneDetector } from '../../voicemail/tones.ts';
import type { RecognitionEvents } from '../recognition/recognition-events.ts';
import type { Dialogue } from './dialogue.ts';
import { createRobots } from './robots.ts';
import { createScreenedRecognition, type ScreenedRecognition } from './screened-recognition.ts';

export interface AnswerScreenOptions {
  /** `talk`: a machine is spoken to like a person. */
  readonly plan: Omit<VoicemailPlan, 'action'> & { readonly action: VoicemailPlan['action'] | 'talk' };
  /** Words of the options to choose in a telephone menu, the most wanted first. */
  readonly menuChoices: readonly string[];
  /** Presses a key on the line. */
  readonly press: (digit: string) => void;
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
 * hangs up or leaves a message. A robot that screens the call gets one sentence with name and reason, and the call waits
 * for the person or their voicemail. An uncertain case counts as a person.
 */
export interface AnswerScreen {
  /** Events that are passed to the dialogue once the words are known to be meant for it. */
  readonly recognitionEvents: RecognitionEvents;
  /** Called when the stream has begun. */
  begin(): void;
  /** Receives what the line played before the answer. */
  heardBefore(before: BeforeAnswer): void;
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

const robotCues: Readonly<Record<FirstAnsweredBy, string>> = { call_screening: 'call screening', menu: 'a menu' };

/**
 * `asked`: a screener has asked for name and reason. `introduced`: they were said, or a key was pressed in a menu; the
 * person, voicemail or nobody answers.
 */
type Phase = 'screening' | 'asked' | 'introduced' | 'talking' | 'waiting' | 'leaving' | 'over';

export function createAnswerScreen(options: AnswerScreenOptions): AnswerScreen {
  const { dialogue, nowMs, plan } = options;
  let detector = createAnswerDetector();
  const robots = createRobots(options.menuChoices);
  const recognition = createScreenedRecognition({ ...options, step, isTalking: () => phase === 'talking' });
  const tones = createToneDetector({ rateHz: options.rateHz });
  const tell = createVerdictLog(options);
  const message = createMessage(options);
  const person = createPersonWatch(nowMs);
  let phase: Phase = 'screening';
  let phaseMs = 0;
  /** Since when nobody has said anything to an introduced caller. */
  let unansweredMs = 0;

  function enter(next: Phase): void {
    phase = next;
    phaseMs = nowMs();
  }

  function talk(answer: Answer): void {
    tell(answer);
    enter('talking');
    dialogue.open();
  }

  function leave(): void {
    dialogue.hush();
    enter('leaving');
    message.start();
  }

  function step(input: AnswerInput): void {
    if (phase === 'over' || !person.mayBeMachine || isOfRobot(input)) return;
    const answer = detector.step(input);
    const wasAtIt = phase === 'waiting' || phase === 'leaving';
    if (answer.kind === 'machine' && !wasAtIt) meetMachine(answer);
    else if (answer.kind === 'human' && (isBeforeWords() || (wasAtIt && input.type === 'speech_ended'))) talk(answer);
    else if (answer.kind === 'machine' && answer.noMessage && phase === 'waiting') hangUp();
    if (input.type === 'tone' && isBeep(input.tone)) beeped();
    if (isBeforeWords()) openOnDoubt(answer);
    if (phase !== 'talking') return;
    if (answer.kind === 'human') tell(answer);
    person.hear(input, answer);
  }

  const isBeforeWords = (): boolean => phase === 'screening' || phase === 'introduced';

  /** Returns whether an input belongs to a screener or a menu. */
  function isOfRobot(input: AnswerInput): boolean {
    if (phase === 'waiting' || phase === 'leaving') return false;
    const words = robots.hear(input, phase === 'asked');
    if (words === 'asked') meetRobot('asked', 'call_screening');
    if (words === 'asked_often' || (words === 'waits' && phase === 'introduced' && input.type === 'speech_ended'))
      awaitSomebody();
    return words !== undefined && (words !== 'waits' || phase === 'introduced');
  }

  function meetRobot(next: Phase, robot: FirstAnsweredBy): void {
    tell({ kind: 'unknown', confidence: 1, evidence: [`words: ${robotCues[robot]}`], noMessage: false }, robot);
    dialogue.hush();
    enter(next);
  }

  /** Waits for whatever answers next. What was said so far is not evidence of it. */
  function awaitSomebody(): void {
    detector = createAnswerDetector();
    robots.reset();
    enter('introduced');
    unansweredMs = phaseMs;
  }

  function tickRobots(now: number): void {
    const { speaking, quietSinceMs } = recognition;
    const due = speaking ? undefined : robots.due(now - quietSinceMs, phase === 'asked');
    if (due !== undefined) {
      if (due !== 'introduce') meetRobot('introduced', 'menu');
      awaitSomebody();
      const reply = plan.screening ?? plan.message;
      if (due !== 'introduce') options.press(due.key);
      else if (reply !== undefined) dialogue.say(reply);
    }
    if (phase !== 'introduced') return;
    if (dialogue.speaking || speaking) unansweredMs = now;
    else if (now - unansweredMs >= robots.patienceMs) hangUp('nobody_answered');
  }

  function meetMachine(answer: Answer): void {
    if (plan.action === 'talk') return phase === 'talking' ? undefined : talk(answer);
    tell(answer);
    dialogue.hush();
    if (plan.action === 'hangup' || !plan.message || answer.noMessage) return hangUp();
    enter('waiting');
    // The words of a greeting may be recognised only after its beep.
    if (!recognition.speaking && message.hasJustBeeped) leave();
  }

  function beeped(): void {
    message.beeped();
    if (phase === 'waiting' || (phase === 'leaving' && message.mayRestart)) leave();
  }

  function hangUp(reason: CallEndReason = 'voicemail'): void {
    enter('over');
    options.close(reason);
  }

  function openOnDoubt(answer: Answer): void {
    const now = nowMs();
    const { speaking, quietSinceMs, heardFromMs } = recognition;
    const quietMs = speaking ? 0 : now - quietSinceMs;
    const spoke = quietSinceMs > Math.max(phaseMs, unansweredMs) || speaking;
    // A screener that has its reply is silent while the telephone rings.
    if (phase === 'introduced' && !spoke) return;
    const fromMs = phase === 'introduced' ? heardFromMs : phaseMs;
    if (quietMs >= (spoke ? answerAfterMs : helloWithinMs) || now - fromMs >= undecidedMs) talk(answer);
  }

  return {
    recognitionEvents: recognition.events,
    begin() {
      phaseMs = nowMs();
      recognition.begin();
    },
    heardBefore(before) {
      for (const input of evidenceIn(before)) step(input);
    },
    hear(samples) {
      if (phase === 'over' || !person.mayBeMachine) return;
      for (const tone of tones.push(samples)) step({ type: 'tone', tone });
    },
    tick() {
      if (phase === 'over' || !person.mayBeMachine) return;
      step({ type: 'tick', atMs: nowMs() });
      tickRobots(nowMs());
      if (phase === 'waiting' && message.isDue(recognition, phaseMs)) leave();
      if (phase === 'leaving' && message.isRecorded(phaseMs)) hangUp();
    },
  };
}

/** Logs who answered, each time it changes. */
function createVerdictLog({ nowMs, note }: AnswerScreenOptions) {
  let noted: Answer['kind'] | FirstAnsweredBy | undefined;
  return ({ kind, confidence, evidence }: Answer, robot?: FirstAnsweredBy): void => {
    if (noted === (robot ?? kind)) return;
    noted = robot ?? kind;
    const verdict = { kind, confidence: Number(confidence.toFixed(3)), evidence };
    note({ type: 'voicemail', atMs: nowMs(), ...verdict, ...(robot === undefined ? {} : { robot }) });
  };
}

/** The message for a machine: when to speak it, and when all of it has been recorded. */
function createMessage({ dialogue, nowMs, plan }: AnswerScreenOptions) {
  let starts = 0;
  let spokenUntilMs = 0;
  let beepMs = Number.NEGATIVE_INFINITY;
  return {
    start(): void {
      starts += 1;
      dialogue.say(plan.message ?? '');
    },
    beeped(): void {
      beepMs = nowMs();
    },
    get hasJustBeeped() {
      return nowMs() - beepMs < beepIsNewsMs;
    },
    get mayRestart() {
      return starts < mostStarts;
    },
    /** Whether a greeting without a beep is over, or too long. `sinceMs`: when the machine was recognised. */
    isDue({ speaking, quietSinceMs }: Pick<ScreenedRecognition, 'speaking' | 'quietSinceMs'>, sinceMs: number) {
      const now = nowMs();
      return (!speaking && now - Math.max(quietSinceMs, sinceMs) >= noBeepMs) || now - sinceMs >= longestGreetingMs;
    },
    /** `sinceMs`: when the message was started. */
    isRecorded(sinceMs: number): boolean {
      if (dialogue.speaking) spokenUntilMs = nowMs();
      return !dialogue.speaking && nowMs() - Math.max(spokenUntilMs, sinceMs) >= afterMessageMs;
    },
  };
}

/** Watches a call that seems to be with a person, until no machine can be behind it. */
function createPersonWatch(nowMs: () => number) {
  let turns = 0;
  let isLate = false;
  return {
    get mayBeMachine() {
      return turns < turnsOfPerson && !isLate;
    },
    hear(input: AnswerInput, { kind, confidence }: Answer): void {
      const isPerson = kind === 'human' || (kind === 'unknown' && confidence < 0.4);
      if (input.type === 'speech_ended' && input.text !== '' && isPerson) turns += 1;
      isLate = nowMs() > watchMs;
    },
  };
}
