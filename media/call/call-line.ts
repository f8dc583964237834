import { createEncoder } from '../codec/format.ts';
import { recogniserOf } from '../engines/clients.ts';
import { recognisingWithFallback, speakingWithFallback } from '../engines/fallback.ts';
import { primary, type Route } from '../engines/route.ts';
import type { Scope } from '../kit/scope.ts';
import { lineRateOf } from '../line/audio.ts';
import { MediaFault } from '../line/fault.ts';
import type { WireCommand, WireEvent } from '../line/wire.ts';
import type { CallEndReason, CallEvent, CallPlan } from '../ports.ts';
import { fillPlaceholders } from '../text/placeholders.ts';
import { createEchoGuard } from '../turn/echo.ts';
import { lineProfiles } from '../wire/dialects/index.ts';
import { createPacer } from '../wire/pacer.ts';
import type { WireStream } from '../wire/server.ts';
import { createAnswerScreen } from './dialogue/answer-screen.ts';
import { type CallLanguage, createCallLanguage } from './dialogue/call-language.ts';
import { createDialogue, type Dialogue } from './dialogue/dialogue.ts';
import type { SpokenFallbacks } from './dialogue/spoken-fallbacks.ts';
import { spokenLinesIn } from './dialogue/spoken-lines.ts';
import type { CallEquipment } from './equipment.ts';
import { adviceOf } from './inbound/format-watch.ts';
import { createInbound } from './inbound/inbound.ts';
import { createLineSound } from './inbound/line-sound.ts';
import { createKeyMerge } from './keys/digits.ts';
import { createDtmfDetector } from './keys/dtmf-detector.ts';
import { createKeypad } from './keys/keypad.ts';
import { type ComfortNoise, createComfortNoise } from './output/comfort-noise.ts';
import { createSpeechOutput } from './output/speech-output.ts';
import { createAudioRecognition } from './recognition/audio-recognition.ts';
import { createCallRecognition } from './recognition/call-recognition.ts';
import { overlapJudgeOf } from './recognition/overlap-judge.ts';
import { createRecorder } from './recording/recorder.ts';
import { openRecording } from './recording/recording.ts';
import { sessionOf } from './session.ts';
import { createSupervised, type Supervised } from './supervision/supervised.ts';

export interface CallLineOptions {
  readonly stream: WireStream;
  readonly plan: CallPlan;
  readonly route: Route;
  readonly equipment: CallEquipment;
  readonly scope: Scope;
  readonly start: WireEvent & { readonly type: 'start' };
  readonly note: (event: CallEvent) => void;
  readonly trouble: (error: unknown) => void;
  readonly guarded: (part: () => void) => void;
  readonly close: (reason: CallEndReason) => void;
}

/** The components of a call whose stream has begun. */
export interface CallLine {
  readonly dialogue: Dialogue;
  /** Access for people who listen. It must not throw. */
  readonly supervised: Supervised;
  /** Greets, or first determines who answered. */
  begin(): void;
  /** Handles a key press that the provider reports. */
  key(digit: string): void;
  /** Reports that the far end has played everything before this mark, or by our clock must have. */
  played(mark: string, isEstimated: boolean): void;
  /** The caller's next audio. */
  audio(payload: Uint8Array, number?: number): void;
  /** Called when the stream has ended: logs the last words and ends the recording. Returns the length of the call. */
  finish(): Promise<number>;
  /** Milliseconds since the stream began. */
  nowMs(): number;
}

/** Audio is written once a second with a delay of 2.5 s, and pieces may arrive up to 2 s early. */
const recordingWindowMs = 6_000;
/** Partial words are most of a call's work: someone reads them in the browser, nobody does on the telephone. */
const onTelephone = { partialEveryMs: 2400, partialShare: 8 } as const;
const onPage = { partialEveryMs: 500, partialShare: 3 } as const;
/** A server recognises while the caller speaks: audio that it already has need not be sent at the pause. */
const onServer = { partialEveryMs: 400, partialShare: 1 } as const;

export function openCallLine(options: CallLineOptions): CallLine {
  const { stream, plan, equipment, scope, start, note, trouble, guarded } = options;
  const { voice, spoken, languages, recogniser, spareVoice, spareRecogniser } = options.route;
  const rateHz = lineRateOf(start.format);
  const startedAt = equipment.clock.nowMs();
  /** Time of the beat or frame in progress, so that its parts read the clock once. */
  let handledMs: number | undefined;
  const nowMs = (): number => handledMs ?? equipment.clock.nowMs() - startedAt;
  function atOneTime(part: () => void): void {
    handledMs = nowMs();
    try {
      part();
    } finally {
      handledMs = undefined;
    }
  }
  const chunking = lineProfiles[plan.dialect].chunking(start.format);
  const echo = createEchoGuard({ rateHz: 8000 });
  const recorder = createRecorder((recordingWindowMs * rateHz) / 1000);
  const pacer = createPacer({ rateHz, ...chunking });
  const keypad = createKeypad({
    send: stream.send.bind(stream),
    sendsKeys: lineProfiles[plan.dialect].sendsKeys,
    pacer,
    rateHz,
    leadMs: chunking.leadMs + chunking.chunkMs,
    nowMs,
    note,
  });
  const supervised: Supervised = createSupervised({
    callUuid: plan.callUuid,
    rateHz,
    recorder,
    pacer,
    nowMs,
    note,
    feed: equipment.supervision,
    onTrouble: trouble,
    dialogue: () => dialogue,
    recognise: (events) =>
      createAudioRecognition({
        rateHz,
        ...onTelephone,
        languageCode: language.code,
        answersReply: () => true,
        askedFor: () => undefined,
        voiceActivity: equipment.voiceActivity,
        recognise,
        endOfTurn: equipment.endOfTurn,
        overlapJudge: overlapJudgeOf(recogniser),
        echo: createEchoGuard({ rateHz: 8000 }),
        signal: scope.signal,
        clock: equipment.clock,
        guarded,
        events,
      }),
  });
  const send = (command: WireCommand): boolean => {
    supervised.sent(command);
    return keypad.send(command);
  };

  const lineSound = createLineSound({ rateHz });
  const english = spokenLinesIn('en', ['en']);
  const encode = createEncoder(start.format);
  const speaksNow = (codes: readonly string[]): boolean =>
    language.code === 'auto' || codes.some((code) => primary(code) === primary(language.code));
  const spare = spareVoice && {
    voice: spareVoice.voice,
    get speaksIt() {
      return speaksNow(spareVoice.spoken);
    },
  };
  /**
   * Returns the fallback lines of the voice, or those of the spare voice as long as the voice's server has made none.
   */
  function fallbacksIn({ lines, voice: speaking }: Pick<CallLanguage, 'lines' | 'voice'>): SpokenFallbacks {
    const ofVoice = equipment.fallbacks.of({ lines, voice: speaking, rateHz }, trouble);
    if (spare === undefined) return ofVoice;
    const ofSpare = { lines: spare.speaksIt ? lines : english, voice: spare.voice, rateHz };
    const instead = equipment.fallbacks.of(ofSpare, trouble);
    return {
      get moment() {
        return ofVoice.moment ?? instead.moment;
      },
      get apology() {
        return ofVoice.apology ?? instead.apology;
      },
      get farewell() {
        return ofVoice.farewell ?? instead.farewell;
      },
    };
  }
  const language = createCallLanguage({
    languageCode: plan.brain.languageCode,
    languages,
    voice,
    spoken,
    onChange(languageCode) {
      fallbacks = fallbacksIn(language);
      note({ type: 'language', atMs: Math.round(nowMs()), languageCode });
    },
  });
  let fallbacks = fallbacksIn(language);
  const dialogue = createDialogue({
    plan,
    language,
    rateHz,
    nowMs,
    clock: equipment.clock,
    wallNowMs: equipment.wallNowMs ?? Date.now,
    agent: equipment.agent,
    speech: speakingWithFallback(equipment.speech, {
      spare,
      apology: english.apology,
      failures: equipment.failures,
      onTrouble: trouble,
    }),
    fallbacks: {
      get moment() {
        return fallbacks.moment;
      },
      get apology() {
        return fallbacks.apology;
      },
      get farewell() {
        return fallbacks.farewell;
      },
    },
    ports: equipment.ports,
    scope,
    openOutput: (events) =>
      createSpeechOutput({
        rateHz,
        chunkMs: chunking.chunkMs,
        pacer,
        encode,
        send,
        nowMs,
        recorder,
        echo,
        events: { ...events, audible: (isAudible, atMs) => recognition.replyAudible(isAudible, atMs) },
      }),
    send,
    note,
    onTrouble: trouble,
    guarded,
    onOver: (reason) => keypad.whenPlayed(() => options.close(reason)),
  });
  const { output } = dialogue;
  const screen =
    plan.voicemail === undefined || plan.direction !== 'outbound'
      ? undefined
      : createAnswerScreen({
          plan: { ...plan.voicemail, ...spokenTo(plan) },
          rateHz,
          nowMs,
          dialogue,
          note,
          onTrouble: trouble,
          close: options.close,
        });
  const recognise = recognisingWithFallback(recogniserOf(recogniser, equipment.recognisers), {
    engine: recogniser.engine,
    failures: equipment.failures,
    onTrouble: trouble,
    spare: spareRecogniser && recogniserOf(spareRecogniser, equipment.recognisers),
    isKnown: () => speaksNow(spareRecogniser?.languages ?? []),
  });
  const recognition = createCallRecognition({
    settings: {
      rateHz,
      languageCode: languages.length > 1 ? 'auto' : plan.brain.languageCode,
      ...(recogniser.host === 'network' ? onServer : lineProfiles[plan.dialect].showsCaptions ? onPage : onTelephone),
      ...(plan.turn.endpointingMs === undefined ? {} : { endpointingMs: plan.turn.endpointingMs }),
      ...(plan.turn.minInterruptWords === undefined ? {} : { minInterruptWords: plan.turn.minInterruptWords }),
    },
    answersReply: dialogue.answeredBy,
    askedFor: dialogue.askedFor,
    voiceActivity: equipment.voiceActivity,
    recognise,
    endOfTurn: equipment.endOfTurn,
    overlapJudge: overlapJudgeOf(recogniser),
    echo,
    signal: scope.signal,
    clock: equipment.clock,
    guarded,
    nowMs,
    note,
    events: screen?.recognitionEvents ?? dialogue.recognitionEvents,
  });
  // Deferred before the parts that use these samples, so it runs after their clean-up, when nothing reads them any
  // more.
  scope.defer(() => equipment.bin.empty({ ...recorder.memory, ...recognition.memory }));
  scope.defer(() => recognition.close());

  const keys = createKeyMerge();
  const press = (digit: string, way: 'message' | 'tone'): void => {
    if (keys.isNew(digit, way, nowMs())) dialogue.digit(digit);
  };
  // Key tones of the agent come back as an echo.
  const tones = plan.line?.inBandDtmf
    ? createDtmfDetector(rateHz, (digit) => keypad.busy || press(digit, 'tone'))
    : undefined;
  const comfortNoise = openComfortNoise();
  function openComfortNoise(): ComfortNoise | undefined {
    const levelDbfs = plan.line?.comfortNoiseDbfs;
    // A reply waits until a piece of noise has been played: pieces longer than 20 ms would be noticed as slowness.
    if (levelDbfs === undefined || chunking.chunkMs > 20) return undefined;
    const sendAudio = (samples: Float32Array): void => void send({ type: 'audio', payload: encode(samples) });
    return createComfortNoise({ rateHz, levelDbfs, chunkMs: chunking.chunkMs, sendAudio, nowMs });
  }

  const inbound = createInbound({
    rateHz,
    format: start.format,
    recorder,
    nowMs,
    hear(samples) {
      recognition.push(samples);
      lineSound.push(samples);
      screen?.hear(samples);
      tones?.push(samples);
    },
    onMismatch: (finding) =>
      trouble(
        new MediaFault(
          'sample_rate_mismatch',
          `${finding.detail}: ${adviceOf(finding, lineProfiles[plan.dialect], plan.rateSetting)}`,
        ),
      ),
  });
  const { recordings } = equipment.ports;
  const recording = openRecording({ session: sessionOf(plan), recorder, rateHz, recordings, nowMs, note });
  const beat = (): void => {
    inbound.tick();
    output.tick();
    keypad.tick();
    comfortNoise?.tick(pacer.idle);
    dialogue.tick(lineSound.isOn);
    screen?.tick();
    recording.tick();
    supervised.tick();
  };
  const tick = (): void => atOneTime(beat);
  const stopTicking = equipment.metronome.add({ tick: () => guarded(tick) });
  scope.defer(stopTicking);

  return {
    dialogue,
    supervised,
    begin: screen === undefined ? dialogue.open : screen.begin,
    audio: (payload, number) =>
      atOneTime(() => {
        inbound.push(payload, number);
        // Evaluates a caller's speech over a reply at once, without waiting for the beat or for the steps of other calls.
        // If it fails, the beat tries again.
        if (recognition.isUrgent) equipment.voiceActivity.run().catch(() => {});
        output.accompany();
        recognition.lookForEnd();
      }),
    key: (digit) => press(digit, 'message'),
    played(mark, isEstimated) {
      if (!keypad.acknowledged(mark)) output.acknowledged(mark, isEstimated);
    },
    nowMs,
    async finish() {
      const overMs = nowMs();
      stopTicking();
      guarded(() => dialogue.callerGone());
      guarded(() => keypad.over());
      const last = await recognition.finish();
      if (last !== undefined) guarded(() => dialogue.lastWords(last));
      await supervised.finish();
      // Audio ahead of the clock was also received.
      await recording.finish(Math.max(overMs, (inbound.samples * 1000) / rateHz));
      note({ type: 'speculation', atMs: Math.round(overMs), speculation: dialogue.speculation });
      note({ type: 'reception', atMs: Math.round(overMs), reception: inbound.report });
      return overMs;
    },
  };
}

/** Returns the voicemail message with the placeholders filled in for this contact. */
function spokenTo({ voicemail, brain }: CallPlan): { message?: string } {
  const values = { ...brain.contact, agent: brain.agentName, business: brain.businessName };
  const message = fillPlaceholders(voicemail?.message ?? '', values);
  return message === '' ? {} : { message };
}
