import { agentOddsOf, type Known, probabilityOf } from '../../../analysis/roles.ts';
import type { ReadStereo, Sentence, Transcriber, VoiceSpan } from '../../../audio/index.ts';
import type { Speaker, Transcript } from '../../../transcripts/transcript.ts';
import type { SpeakerSides } from '../interactions/index.ts';
import { agentChannelOf } from './channel-names.ts';
import { channelsOf } from './channels.ts';
import { withoutCrosstalk } from './crosstalk.ts';
import { namesPrompt } from './names-prompt.ts';
import { type Side, sidesOf, turnsOf } from './turns.ts';

export interface HearingOptions {
  readonly readStereo: ReadStereo;
  readonly transcriber: Transcriber;
}

/** What is known about a recording before transcription. */
export interface KnownRecording extends Known {
  readonly recordingName: string | null;
  /** Other names likely to be said, such as a campaign's. */
  readonly names: readonly string[];
}

export interface Heard {
  readonly transcript: Transcript;
  readonly durationMs: number;
  readonly sides: SpeakerSides | null;
  readonly note: 'truncated' | null;
}

/** Why a recording was not transcribed. `isFinal` if a retry would fail in the same way. */
export interface Fault {
  readonly detail: string;
  readonly isFinal: boolean;
}

/** A recording longer than `longestMs`: not transcribed, but its channels are known. */
export interface Postponed {
  readonly postponed: 'one' | 'two';
}

export interface HearingAsk {
  /** Whether each side has its own channel, if already known. */
  readonly channels?: 'one' | 'two';
  /** Longer recordings are postponed. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
}

/** Below this confidence, separated voices stay "speaker 1" and "speaker 2". */
const sureOfRole = 0.8;
/**
 * Log-odds above which the channels count as swapped. Swapped recordings are rare: at 2, 97 % of them are found in the
 * validation parts of the sets that the weights were fitted to.
 */
export const sureOfSwap = 2;
/** Log-odds contributed by a file name that names the agent's channel. */
const byFileName = 3;

/** Transcribes a recording and assigns speakers: by channel, or by voice if both sides share one. */
export function createHearing({ readStereo, transcriber }: HearingOptions) {
  /** Returns the sentences of each channel; of a mono recording, in the first list only. */
  async function transcribe(path: string, channel: 'both' | undefined, part: Part): Promise<Words | Fault> {
    const sentences: readonly [Sentence[], Sentence[]] = [[], []];
    const outcome = await transcriber.transcribe(path, {
      ...part,
      fromMs: 0,
      onPart: async (heard) => void sentences[heard.channel ?? 0].push(...heard.sentences),
      ...(channel === undefined ? { tellsVoices: true } : { channel }),
    });
    if (outcome.kind === 'fault') return faultOf(outcome);
    const { seconds, voices, isCut = false } = outcome;
    return { sentences, durationMs: Math.round(seconds * 1000), voices, note: isCut ? 'truncated' : null };
  }

  return async (path: string, recording: KnownRecording, ask: HearingAsk): Promise<Heard | Fault | Postponed> => {
    const { signal } = ask;
    const channels =
      ask.channels === 'one'
        ? { kind: ask.channels, seconds: 0, levels: [] }
        : await channelsOf(readStereo, path, signal);
    if (channels.kind === 'fault') return faultOf(channels);
    if (ask.channels === undefined && channels.seconds * 1000 > ask.longestMs) return { postponed: channels.kind };
    const prompt = namesPrompt([
      recording.agentName,
      recording.customerName,
      ...(recording.companies ?? []),
      ...recording.names,
    ]);
    const part = { signal, ...(prompt === undefined ? {} : { prompt }) };
    const words = await transcribe(path, channels.kind === 'two' ? 'both' : undefined, part);
    if ('detail' in words) return words;
    const { durationMs, note } = words;
    if (channels.kind === 'one') return { ...byVoice(words, recording), durationMs, note };
    const sentences = withoutCrosstalk(words.sentences, channels.levels);
    return { ...byChannel({ ...words, sentences }, recording), durationMs, note };
  };
}

interface Part {
  readonly prompt?: string;
  readonly signal: AbortSignal;
}

interface Words extends Pick<Heard, 'durationMs' | 'note'> {
  readonly sentences: readonly [readonly Sentence[], readonly Sentence[]];
  readonly voices: readonly VoiceSpan[] | undefined;
}

type Named = Pick<Heard, 'transcript' | 'sides'>;

/** Takes the first channel as the customer's, unless its words make it likely enough that the channels are swapped. */
function byChannel({ sentences: [customer, agent] }: Words, recording: KnownRecording): Named {
  const transcript = turnsOf([
    { speaker: 'customer', sentences: customer },
    { speaker: 'agent', sentences: agent },
  ]);
  const channel = agentChannelOf(recording.recordingName);
  const named = channel === undefined ? 0 : channel === 0 ? byFileName : -byFileName;
  const odds = agentOddsOf(transcript, ['customer', 'agent'], recording) + named;
  const swapped = odds > sureOfSwap;
  const confidence = rounded(swapped ? probabilityOf(odds) : 1 - probabilityOf(odds));
  const sides: SpeakerSides = { by: 'channels', swapped, confidence };
  return { transcript: swapped ? renamed(transcript, 'customer') : transcript, sides };
}

function byVoice({ sentences: [sentences], voices }: Words, recording: KnownRecording): Named {
  if (voices === undefined) return { transcript: turnsOf([{ speaker: 'unknown', sentences }]), sides: null };
  const split: [Side, Side] = sidesOf(sentences, voices);
  const transcript = turnsOf(split);
  const probability = probabilityOf(agentOddsOf(transcript, ['speaker_1', 'speaker_2'], recording));
  const confidence = rounded(Math.max(probability, 1 - probability));
  const sides: SpeakerSides = { by: 'voices', swapped: false, confidence };
  if (confidence < sureOfRole) return { transcript, sides };
  return { transcript: renamed(transcript, probability > 0.5 ? 'speaker_1' : 'speaker_2'), sides };
}

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

/** Renames the speakers: `agent` becomes the agent, every other known speaker the customer. */
export const renamed = (transcript: Transcript, agent: Speaker): Transcript =>
  transcript.map((turn) => {
    if (turn.speaker === 'unknown') return turn;
    const { spokenBy: _, ...customers } = turn;
    return turn.speaker === agent ? { ...turn, speaker: 'agent' } : { ...customers, speaker: 'customer' };
  });

function faultOf({ code, detail }: { readonly code: string; readonly detail: string }): Fault {
  switch (code) {
    case 'empty':
      return { detail: 'The file contains no audio. Upload another recording.', isFinal: true };
    case 'too_long':
      return { detail: 'The recording is longer than 4 hours. Upload it in parts.', isFinal: true };
    case 'damaged':
      return { detail: `The file is damaged or its format is not supported (${detail}).`, isFinal: true };
    case 'too_large':
      return { detail: 'Decoding exceeded its memory limit. Upload the recording as WAV or MP3.', isFinal: true };
    case 'too_slow':
      return { detail: 'Transcription exceeded its time limit. The server is busy; retry later.', isFinal: false };
    default:
      return { detail: 'The recogniser failed. Retry later.', isFinal: false };
  }
}
