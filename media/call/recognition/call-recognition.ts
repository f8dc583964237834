import type { CallEvent, RecognitionSettings } from '../../ports.ts';
import { type AudioRecognition, type AudioRecognitionOptions, createAudioRecognition } from './audio-recognition.ts';
import { createLockstep, type Lockstep } from './lockstep.ts';
import { createQuietWatch } from './quiet-watch.ts';
import type { EndedTurn } from './recognition-events.ts';
import { createRecognitionJournal } from './recognition-journal.ts';

export interface CallRecognitionOptions extends Omit<AudioRecognitionOptions, keyof RecognitionSettings> {
  readonly settings: RecognitionSettings;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
}

/** A call's recognition, stepped by its samples and logged so that it can be replayed. */
export interface CallRecognition extends AudioRecognition {
  /** Ends the caller's turn between two steps, after a long enough silence. The journal records it for replays. */
  lookForEnd(): void;
  /**
   * True if a due detector step may contain the caller's first speech over the reply, which continues until it is
   * evaluated.
   */
  readonly isUrgent: boolean;
  readonly time: Pick<Lockstep, 'beat' | 'stepDue'>;
}

/** Maximum age of sound that may lie in the due step: the step's length plus the piece that completed it. */
const dueSoundMs = 52;

export function createCallRecognition(options: CallRecognitionOptions): CallRecognition {
  const { settings, guarded, note, nowMs } = options;
  const lockstep = createLockstep({
    rateHz: settings.rateHz,
    voiceActivity: options.voiceActivity,
    hear: (samples) => recognition.push(samples),
    guarded,
  });
  const journal = createRecognitionJournal({
    beat: () => lockstep.beat,
    write: (entries) => note({ type: 'hearing', atMs: nowMs(), entries }),
  });
  journal.note({ opened: settings });
  const recognition = createAudioRecognition({
    ...options,
    ...settings,
    voiceActivity: lockstep.voiceActivity,
    recognise: journal.engine('recognise', options.recognise),
    endOfTurn: journal.engine('turn', options.endOfTurn),
    clock: journal.clock(options.clock),
    answersReply(onsetMs) {
      const answers = options.answersReply(onsetMs);
      journal.input('answersReply', answers);
      return answers;
    },
    askedFor() {
      const dictation = options.askedFor();
      if (dictation !== undefined) journal.input('askedFor', dictation);
      return dictation;
    },
    events: journal.outputs(options.events),
  });
  const quiet = createQuietWatch({ rateHz: settings.rateHz, isSilence: recognition.isSilence });
  let looking = false;
  let finishing = false;
  let replyIsAudible = false;
  const trackMs = (): number => (lockstep.samples * 1000) / settings.rateHz;

  /** Only silence that ends a turn is recorded, which keeps the journal short. */
  function lookForEnd(): void {
    looking = false;
    const atMs = trackMs();
    if (!finishing && recognition.endsBy(atMs, quiet.soundMs)) silentUntil(atMs);
  }

  function silentUntil(atMs: number): void {
    journal.input('silentUntil', atMs);
    recognition.silentUntil(atMs);
  }

  return {
    ...recognition,
    push(samples) {
      quiet.push(samples);
      lockstep.push(samples);
    },
    lookForEnd() {
      if (looking) return;
      looking = true;
      // Pending input is passed on first, so that the rest belongs to the same tick in a replay.
      queueMicrotask(() => guarded(lookForEnd));
    },
    silentUntil,
    get isUrgent() {
      const { soundMs } = quiet;
      return replyIsAudible && lockstep.stepDue && soundMs > 0 && trackMs() - soundMs < dueSoundMs;
    },
    replyAudible(audible, atMs) {
      replyIsAudible = audible;
      journal.input('replyAudible', audible, atMs);
      recognition.replyAudible(audible, atMs);
    },
    async finish() {
      finishing = true;
      journal.input('finish', lockstep.samples);
      lockstep.flush();
      const last = await recognition.finish();
      if (last !== undefined) journal.note({ out: 'lastWords', args: [lastWords(last)] });
      if (lockstep.overruns > 0) journal.note({ overruns: lockstep.overruns });
      journal.flush();
      return last;
    },
    time: lockstep,
  };
}

const lastWords = ({ utterance, ...rest }: EndedTurn): object => ({ ...rest, text: utterance.text });
