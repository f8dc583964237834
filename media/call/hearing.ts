import { recogniserOf } from '../engines/clients.ts';
import { recognisingWithFallback } from '../engines/fallback.ts';
import type { EngineClient } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import type { RecogniseJob, Utterance } from '../line/speech.ts';
import type { RecognitionSettings } from '../ports.ts';
import { createEchoGuard, type EchoGuard } from '../turn/echo.ts';
import { lineProfiles } from '../wire/dialects/index.ts';
import type { AnswerScreen } from './dialogue/answer-screen.ts';
import type { Dialogue } from './dialogue/dialogue.ts';
import { adviceOf } from './inbound/format-watch.ts';
import { createInbound, type Inbound } from './inbound/inbound.ts';
import { createLineSound } from './inbound/line-sound.ts';
import { createKeyMerge } from './keys/digits.ts';
import { createDtmfDetector } from './keys/dtmf-detector.ts';
import type { Keypad } from './keys/keypad.ts';
import type { LineContext } from './line-context.ts';
import type { LineSpeech } from './line-speech.ts';
import {
  type AudioRecognition,
  type AudioRecognitionOptions,
  createAudioRecognition,
} from './recognition/audio-recognition.ts';
import { type CallRecognition, createCallRecognition } from './recognition/call-recognition.ts';
import { keyTermsOf } from './recognition/key-terms.ts';
import { overlapJudgeOf } from './recognition/overlap-judge.ts';
import type { Recorder } from './recording/recorder.ts';

/**
 * Someone reads partial words in the browser; nobody does on the telephone, and a decode that nobody reads costs twice
 * what its draft saves in the final one. Words appear after two decodes, so only long turns show any.
 */
const onTelephone = { partialEveryMs: 8000, partialShare: 8 } as const;
const onPage = { partialEveryMs: 500, partialShare: 3 } as const;
/** A server recognises while the caller speaks: audio that it already has need not be sent at the pause. */
const onServer = { partialEveryMs: 400, partialShare: 1 } as const;

type Recogniser = EngineClient<RecogniseJob, Utterance>;

/** Returns the recogniser of the call, which falls back to the spare one. */
export function createLineRecogniser({ route, equipment, trouble }: LineContext, speech: LineSpeech): Recogniser {
  const { recogniser, spareRecogniser } = route;
  return recognisingWithFallback(recogniserOf(recogniser, equipment.recognisers), {
    engine: recogniser.engine,
    failures: equipment.failures,
    onTrouble: trouble,
    spare: spareRecogniser && recogniserOf(spareRecogniser, equipment.recognisers),
    isKnown: () => speech.isSpoken(spareRecogniser?.languages ?? []),
  });
}

/** Opens the recognition of a person who speaks to the caller in the agent's place. */
export function openPersonRecognition(
  context: LineContext,
  { recognise, languageCode }: { readonly recognise: Recogniser; readonly languageCode: string },
  events: AudioRecognitionOptions['events'],
): AudioRecognition {
  const { route, equipment, scope, rateHz, guarded } = context;
  return createAudioRecognition({
    rateHz,
    ...onTelephone,
    languageCode,
    answersReply: () => true,
    askedFor: () => undefined,
    voiceActivity: equipment.voiceActivity,
    recognise,
    endOfTurn: equipment.endOfTurn,
    overlapJudge: overlapJudgeOf(route.recogniser),
    echo: createEchoGuard({ rateHz: 8000 }),
    signal: scope.signal,
    clock: equipment.clock,
    guarded,
    events,
  });
}

export interface HearingOptions {
  readonly context: LineContext;
  readonly recognise: Recogniser;
  readonly dialogue: Dialogue;
  /** Determines who answered before the dialogue begins. */
  readonly screen: AnswerScreen | undefined;
  readonly keypad: Keypad;
  readonly recorder: Recorder;
  readonly echo: EchoGuard;
}

/** What is made of the caller's audio. */
export interface Hearing {
  readonly inbound: Inbound;
  readonly recognition: CallRecognition;
  /** Whether the line carries sound. */
  readonly isOn: boolean;
  /** Handles a key press that the provider reports. */
  key(digit: string): void;
}

export function createHearing(options: HearingOptions): Hearing {
  const { context, dialogue, screen, keypad, recorder } = options;
  const { plan, start, rateHz, nowMs, trouble } = context;
  const recognition = createCallRecognition({
    settings: settingsOf(context),
    answersReply: dialogue.answeredBy,
    askedFor: dialogue.askedFor,
    voiceActivity: context.equipment.voiceActivity,
    recognise: options.recognise,
    endOfTurn: context.equipment.endOfTurn,
    overlapJudge: overlapJudgeOf(context.route.recogniser),
    echo: options.echo,
    signal: context.scope.signal,
    clock: context.equipment.clock,
    guarded: context.guarded,
    nowMs,
    note: context.note,
    events: screen?.recognitionEvents ?? dialogue.recognitionEvents,
  });
  const keys = createKeyMerge();
  const press = (digit: string, way: 'message' | 'tone'): void => {
    if (keys.isNew(digit, way, nowMs())) dialogue.digit(digit);
  };
  // Key tones of the agent come back as an echo.
  const tones = plan.line?.inBandDtmf
    ? createDtmfDetector(rateHz, (digit) => keypad.busy || press(digit, 'tone'))
    : undefined;
  const lineSound = createLineSound({ rateHz });
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
    onMismatch(finding) {
      const advice = adviceOf(finding, lineProfiles[plan.dialect], plan.rateSetting);
      trouble(new MediaFault('sample_rate_mismatch', `${finding.detail}: ${advice}`));
    },
  });
  return {
    inbound,
    recognition,
    get isOn() {
      return lineSound.isOn;
    },
    key: (digit) => press(digit, 'message'),
  };
}

function settingsOf({ plan, route, rateHz }: LineContext): RecognitionSettings {
  const { endpointingMs, minInterruptWords } = plan.turn;
  const keyTerms = keyTermsOf(plan.brain, plan.voice);
  const onLine = lineProfiles[plan.dialect].showsCaptions ? onPage : onTelephone;
  return {
    rateHz,
    languageCode: route.languages.length > 1 ? 'auto' : plan.brain.languageCode,
    ...(route.recogniser.host === 'network' ? onServer : onLine),
    ...(endpointingMs !== undefined && { endpointingMs }),
    ...(minInterruptWords !== undefined && { minInterruptWords }),
    ...(keyTerms.length > 0 && { keyTerms }),
  };
}
