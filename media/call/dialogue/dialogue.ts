import type { Dictation } from '../../line/turn.ts';
import type { CallEndReason, SpeculationReport } from '../../ports.ts';
import { createDigitCollector } from '../keys/digits.ts';
import type { SpeechOutput } from '../output/speech-output.ts';
import { callerLine } from '../recognition/caller-line.ts';
import type { EndedTurn, RecognitionEvents } from '../recognition/recognition-events.ts';
import { createCaptions } from './captions.ts';
import type { DialogueOptions } from './dialogue-options.ts';
import { createHoldLines } from './hold-lines.ts';
import { asksToWait } from './hold-words.ts';
import { createInterruptions } from './interruptions.ts';
import { createPersonTurns, type PersonTurns } from './person-turns.ts';
import { createResponder } from './responder.ts';
import { createSilenceWatch } from './silence-watch.ts';
import { forPersons } from './spoken-fallbacks.ts';

/** Turn-taking with the caller: recognised words lead to a reply, and an interruption stops it. */
export interface Dialogue extends PersonTurns {
  readonly recognitionEvents: RecognitionEvents;
  /** The output side, which plays the replies. */
  readonly output: SpeechOutput;
  /** Greets, when the stream has begun or a person turns out to have answered. */
  open(): void;
  /** Speaks only this text. */
  say(text: string): void;
  /** Silences the agent until `open`. Earlier words are not answered. */
  hush(): void;
  /** `sound`: whether the caller's line has carried something other than silence for a while. */
  tick(sound?: boolean): void;
  digit(digit: string): void;
  /** Stops the reply because the caller pressed a button. */
  interrupt(): void;
  /** Whether speech that starts at this time answers the current reply. */
  answeredBy(onsetMs: number): boolean;
  /** What the agent has asked the caller to dictate. */
  askedFor(): Dictation | undefined;
  /** Ends whatever the agent was saying, because the line is closed. Idempotent. */
  callerGone(): void;
  /** Logs what the caller was saying as the line was closed. */
  lastWords(turn: EndedTurn): void;
  /** Speaks a farewell and ends the call. */
  farewell(reason: CallEndReason): void;
  /** Statistics of the speculative replies so far. */
  readonly speculation: SpeculationReport;
  readonly speaking: boolean;
}

/**
 * Time before the maximum duration at which the end is announced; calls with a limit under three times that end without
 * an announcement.
 */
const warnBeforeMs = 30_000;
const leastWarnedMs = 3 * warnBeforeMs;

export function createDialogue(options: DialogueOptions): Dialogue {
  const { plan, language, nowMs, note } = options;
  const captions = createCaptions(options.send);
  const silence = createSilenceWatch(plan.limits);
  const digits = createDigitCollector((all) => responder.takeKeys({ kind: 'dtmf', digits: all }));
  /** Caller turns whose words, or absence of words, are not known yet. */
  let openTurns = 0;
  let hushed = false;
  let quietSinceMs = 0;
  const onActivity = (): void => {
    quietSinceMs = nowMs();
    silence.activity(nowMs());
  };
  // Until `open`, the agent speaks to a robot.
  const fallbacks = forPersons(options.fallbacks, () => !hushed);
  const responder = createResponder(
    { ...options, fallbacks },
    { captions, callerSpeaking: () => openTurns > 0, onActivity },
  );
  const { player } = responder;
  const holdLines = createHoldLines({ language, responder, nowMs });
  const interruptions = createInterruptions({ player, nowMs, note });
  const endWarning = createEndWarning(plan.limits.maxCallSeconds * 1000);

  function writeDown(turn: EndedTurn): void {
    const line = callerLine(responder.turn + 1, turn);
    captions.caller(line.text, true);
    note({ type: 'line', atMs: nowMs(), line });
  }

  /** Whether the agent may speak and nobody does. */
  const isQuiet = (): boolean => !hushed && !responder.isTaken() && responder.listening && openTurns === 0;

  function promptIfSilent(sound: boolean): void {
    if (!isQuiet() || responder.isWaitingForTool) return;
    const due = silence.due(nowMs(), sound);
    if (due.kind === 'prompt') responder.take({ kind: 'silence', count: due.count });
    if (due.kind === 'give_up') responder.farewell('silence');
  }

  const isSilent = (): boolean => !hushed && !responder.isTaken() && !player.speaking && openTurns === 0;

  const recognitionEvents: RecognitionEvents = {
    turnStarted() {
      openTurns += 1;
      silence.callerSpoke(nowMs());
      responder.callerSpoke();
      // A reply in preparation must not begin while the caller speaks.
      if (!player.begun) player.hold();
    },
    partial(text) {
      if (text.trim() !== '') player.confirm();
      captions.caller(text, false);
    },
    speculate: ({ pauseId, utterance }) => responder.speculate(pauseId, utterance),
    speculationDropped: () => responder.dropSpeculation('the caller went on'),
    turnEnded(turn) {
      openTurns -= 1;
      onActivity();
      silence.wait(asksToWait(turn.utterance.text));
      writeDown(turn);
      // The speculative reply is in the previous language.
      if (language.heard(turn.utterance)) responder.dropSpeculation('the language changed');
      responder.answer(turn);
    },
    turnDiscarded() {
      openTurns -= 1;
      onActivity();
      responder.dropSpeculation('nothing was said');
      responder.goOn();
    },
    turnLost(error) {
      openTurns -= 1;
      onActivity();
      options.onTrouble(error);
      responder.dropSpeculation('not understood');
      responder.apologise();
    },
    wordsLate() {
      if (openTurns === 1) responder.askForMoment();
    },
    interruption: interruptions.act,
    turnPassed({ onsetMs, because, text }) {
      openTurns -= 1;
      onActivity();
      note({ type: 'backchannel', atMs: nowMs(), onsetMs, because, text, ...interruptions.passed });
      player.soften(false);
      responder.goOn();
    },
    trouble: options.onTrouble,
  };

  return {
    recognitionEvents,
    output: player.output,
    open() {
      hushed = false;
      // What was silent until now was a machine or a line on hold.
      onActivity();
      responder.open();
    },
    say: responder.say,
    hush() {
      hushed = true;
      responder.hush();
    },
    tick(sound = false) {
      digits.tick(nowMs());
      responder.tick();
      if (nowMs() > plan.limits.maxCallSeconds * 1000) responder.farewell('max_duration');
      else if (isQuiet() && endWarning.isDue(nowMs())) responder.say(language.lines.endWarning);
      promptIfSilent(sound);
      holdLines.tick({ isSilent: isSilent(), isQuiet: isQuiet(), quietSinceMs });
    },
    digit(digit) {
      silence.callerSpoke(nowMs());
      note({ type: 'dtmf', atMs: nowMs(), digit, from: 'caller' });
      digits.push(digit, nowMs());
    },
    interrupt: responder.interrupt,
    answeredBy: player.answeredBy,
    askedFor: player.askedFor,
    callerGone: responder.over,
    lastWords: writeDown,
    farewell: responder.farewell,
    ...createPersonTurns(responder, { captions, language, note, nowMs }),
    get speculation() {
      return responder.speculation;
    },
    get speaking() {
      return player.speaking;
    },
  };
}

/** The warning before the maximum duration, in a gap of the conversation, so that no call ends without one. */
function createEndWarning(maxMs: number) {
  let isGiven = false;
  return {
    /** Returns true once: when the caller must be warned. */
    isDue(nowMs: number): boolean {
      const isDue = !isGiven && maxMs >= leastWarnedMs && nowMs >= maxMs - warnBeforeMs;
      isGiven ||= isDue;
      return isDue;
    },
  };
}
