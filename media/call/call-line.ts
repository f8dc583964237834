import { packOf } from '../language/languages.ts';
import { lineRateOf } from '../line/audio.ts';
import type { CallEndReason } from '../ports.ts';
import { fillPlaceholders } from '../text/placeholders.ts';
import { createEchoGuard } from '../turn/echo.ts';
import { lineProfiles } from '../wire/dialects/index.ts';
import type { WireStream } from '../wire/server.ts';
import { type AnswerScreen, type AnswerScreenOptions, createAnswerScreen } from './dialogue/answer-screen.ts';
import { createDialogue, type Dialogue } from './dialogue/dialogue.ts';
import { recogniseEarly } from './early-audio.ts';
import { createHearing, createLineRecogniser, openPersonRecognition } from './hearing.ts';
import { createLineTime, type LineContext } from './line-context.ts';
import { createLineSpeech } from './line-speech.ts';
import { createOutgoing } from './outgoing.ts';
import { createSpeechOutput } from './output/speech-output.ts';
import { createRecorder } from './recording/recorder.ts';
import { openRecording } from './recording/recording.ts';
import { sessionOf } from './session.ts';
import { createSpeechMeter } from './speech-meter.ts';
import { createSupervised, type Supervised } from './supervision/supervised.ts';

export interface CallLineOptions extends Omit<LineContext, 'rateHz' | 'chunking' | 'nowMs'> {
  readonly stream: WireStream;
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
/** Opens the parts of a call, each before those that listen to it. */
export function openCallLine(options: CallLineOptions): CallLine {
  const { stream, plan, scope, start, note, trouble, guarded } = options;
  const meter = createSpeechMeter(options.equipment);
  const equipment = { ...options.equipment, recognisers: meter.recognisers, speech: meter.speech };
  const rateHz = lineRateOf(start.format);
  const time = createLineTime(equipment.clock);
  const { nowMs } = time;
  const chunking = lineProfiles[plan.dialect].chunking(start.format);
  const context: LineContext = { ...options, equipment, rateHz, chunking, nowMs };
  const recorder = createRecorder((recordingWindowMs * rateHz) / 1000);
  const outgoing = createOutgoing(context, stream);
  const { pacer, keypad, send, encode } = outgoing;
  const lineSpeech = createLineSpeech(context);
  const { language } = lineSpeech;
  const echo = createEchoGuard({ rateHz: 8000 });
  const dialogue = createDialogue({
    plan,
    language,
    voiceOf: lineSpeech.voiceOf,
    rateHz,
    nowMs,
    clock: equipment.clock,
    wallNowMs: equipment.wallNowMs ?? Date.now,
    agent: equipment.agent,
    speech: lineSpeech.speech,
    fallbacks: lineSpeech.fallbacks,
    ports: equipment.ports,
    scope,
    openOutput: (events) =>
      createSpeechOutput({ rateHz, chunkMs: chunking.chunkMs, pacer, encode, send, nowMs, recorder, echo, events }),
    send,
    note,
    onTrouble: trouble,
    guarded,
    onOver: (reason) => keypad.whenPlayed(() => options.close(reason)),
  });
  const { output } = dialogue;
  const screen = screenOf(context, dialogue, { close: options.close, press: (digit) => send({ type: 'dtmf', digit }) });
  const recognise = createLineRecogniser(context, lineSpeech);
  const hearing = createHearing({ context, recognise, dialogue, screen, keypad, recorder, echo });
  const { inbound, recognition } = hearing;
  output.onAudible(recognition.replyAudible);
  const supervised = createSupervised({
    callUuid: plan.callUuid,
    rateHz,
    recorder,
    pacer,
    nowMs,
    note,
    feed: equipment.supervision,
    onTrouble: trouble,
    dialogue,
    recognise: (events) => openPersonRecognition(context, { recognise, languageCode: language.code }, events),
  });
  outgoing.onSend(supervised.sent);
  // Deferred before the parts that use these samples, so it runs after their clean-up, when nothing reads them any
  // more.
  scope.defer(() => equipment.bin.empty({ ...recorder.memory, ...recognition.memory }));
  scope.defer(() => recognition.close());

  const { recordings } = equipment.ports;
  const recording = openRecording({ session: sessionOf(plan), recorder, rateHz, recordings, nowMs, note });
  const beat = (): void => {
    inbound.tick();
    output.tick();
    outgoing.tick();
    dialogue.tick(hearing.isOn);
    screen?.tick();
    recording.tick();
    supervised.tick();
  };
  const stopTicking = equipment.metronome.add({ tick: () => guarded(() => time.atOneTime(beat)) });
  scope.defer(stopTicking);

  return {
    dialogue,
    supervised,
    begin() {
      if (screen === undefined) return dialogue.open();
      screen.begin();
      recogniseEarly(context, recognise).then((before) => {
        if (before !== undefined && !scope.signal.aborted) guarded(() => screen.heardBefore(before));
      }, trouble);
    },
    audio: (payload, number) =>
      time.atOneTime(() => {
        inbound.push(payload, number);
        // Evaluates a caller's speech over a reply at once, without waiting for the beat or for the steps of other calls.
        // If it fails, the beat tries again.
        if (recognition.isUrgent) equipment.voiceActivity.run().catch(() => {});
        output.accompany();
        recognition.lookForEnd();
      }),
    key: hearing.key,
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
      const used = meter.used();
      if (used.length > 0) note({ type: 'speech', atMs: Math.round(overMs), used });
      note({ type: 'reception', atMs: Math.round(overMs), reception: inbound.report });
      return overMs;
    },
  };
}

/** Determines who answers an outbound call. */
function screenOf(
  { plan, rateHz, nowMs, note, trouble }: LineContext,
  dialogue: Dialogue,
  line: Pick<AnswerScreenOptions, 'close' | 'press'>,
): AnswerScreen | undefined {
  const { voicemail, menuChoices = [] } = plan;
  if (plan.direction !== 'outbound' || (voicemail === undefined && menuChoices.length === 0)) return undefined;
  return createAnswerScreen({
    ...line,
    plan: { action: 'talk', ...voicemail, ...spokenTo(plan) },
    menuChoices,
    rateHz,
    nowMs,
    dialogue,
    note,
    onTrouble: trouble,
  });
}

/** Returns the texts for machines with the placeholders filled in for this contact. */
function spokenTo({ voicemail, brain }: LineContext['plan']): { message?: string; screening?: string } {
  const values = { ...brain.contact, agent: brain.agentName, business: brain.businessName };
  const message = fillPlaceholders(voicemail?.message ?? '', values);
  const reply = packOf(brain.languageCode)?.voicemail?.screening?.reply ?? '';
  const screening = fillPlaceholders(voicemail?.screening ?? reply, values);
  return { ...(message === '' ? {} : { message }), ...(screening === '' ? {} : { screening }) };
}
