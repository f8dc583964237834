import type { LineRateHz } from '../../line/audio.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent, TakeOver } from '../../ports.ts';
import type { Dialogue } from '../dialogue/dialogue.ts';
import { callerLine } from '../recognition/caller-line.ts';
import type { Recorder } from '../recording/recorder.ts';
import type { SupervisionFeed } from './feed.ts';
import { openPersonTrack, type PersonTrack, type PersonTrackOptions } from './person-track.ts';

export interface SupervisedOptions extends Pick<PersonTrackOptions, 'pacer' | 'nowMs' | 'onTrouble' | 'recognise'> {
  readonly callUuid: string;
  readonly rateHz: LineRateHz;
  readonly recorder: Pick<Recorder, 'peek' | 'callerEnd'>;
  readonly feed: SupervisionFeed;
  readonly note: (event: CallEvent) => void;
  /** Asked when it is needed: it is opened after this. */
  readonly dialogue: () => Dialogue;
}

/** What people who listen to a call hear of it, and do to it. Without them it costs nothing. */
export interface Supervised {
  /** Whether somebody listens. Returns the rate of what they hear. */
  listen(on: boolean): LineRateHz;
  takeOver(supervision: string): TakeOver;
  /** The agent speaks again. `lost`: the stream of the person broke. Does nothing when somebody else speaks. */
  handBack(supervision: string, lost: boolean): void;
  /** The person's next samples, at the rate of the call. */
  voice(supervision: string, samples: Float32Array): void;
  tell(kind: 'say' | 'guide', text: string): boolean;
  /** What was sent to the far end, of which captions are shown to those who listen. */
  sent(command: WireCommand): void;
  tick(): void;
  /** The line is closed. */
  finish(): Promise<void>;
}

const pieceMs = 40;
/** Audio of the caller that is late is waited for so long. */
const waitMs = 300;

export function createSupervised(options: SupervisedOptions): Supervised {
  const { callUuid, rateHz, recorder, feed, nowMs, note } = options;
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  let listening = false;
  let cursor = 0;
  let takeovers = 0;
  let speaker: { readonly supervision: string; readonly track: PersonTrack } | undefined;
  /** Of those who spoke before. */
  const ending = new Set<Promise<void>>();

  const noteAct = (act: Extract<CallEvent, { type: 'supervision' }>['act'], more: object): void =>
    note({ type: 'supervision', atMs: Math.round(nowMs()), act, ...more });

  /** Where both tracks are known. */
  function ripeUntil(): number {
    const now = samplesOf(nowMs());
    return Math.min(now, Math.max(recorder.callerEnd, now - samplesOf(waitMs)));
  }

  function endTrack(): void {
    if (speaker === undefined) return;
    const over = speaker.track.end().finally(() => ending.delete(over));
    ending.add(over);
    speaker = undefined;
  }

  return {
    listen(on) {
      if (on && !listening) cursor = ripeUntil();
      listening = on;
      return rateHz;
    },
    takeOver(supervision) {
      if (speaker !== undefined) return speaker.supervision === supervision ? 'taken' : 'not_now';
      const dialogue = options.dialogue();
      if (!dialogue.takeOver()) return 'not_now';
      const track = openPersonTrack({
        ...options,
        phrase: `person${++takeovers}`,
        onPartial: (text) => dialogue.personSays(text),
        onSaid(turn, offsetMs) {
          const {
            turn: _,
            speaker: __,
            ...line
          } = callerLine(0, {
            ...turn,
            onsetMs: turn.onsetMs + offsetMs,
            audioMs: turn.audioMs + offsetMs,
            endMs: turn.endMs + offsetMs,
          });
          dialogue.personSaid(line);
        },
      });
      speaker = { supervision, track };
      noteAct('taken_over', { supervision });
      return 'taken';
    },
    handBack(supervision, lost) {
      if (speaker?.supervision !== supervision) return;
      endTrack();
      noteAct(lost ? 'lost' : 'handed_back', { supervision });
      options.dialogue().handBack();
    },
    voice(supervision, samples) {
      if (speaker?.supervision === supervision) speaker.track.push(samples);
    },
    tell(kind, text) {
      if (!options.dialogue().tell(kind, text)) return false;
      noteAct(kind, { text });
      return true;
    },
    sent(command) {
      if (listening && command.type === 'transcript') feed.caption(callUuid, command.caption);
    },
    tick() {
      // The agent says a farewell: nobody speaks in its place any more.
      if (speaker !== undefined && !options.dialogue().isTaken()) {
        endTrack();
        feed.released(callUuid);
      }
      if (!listening) return;
      const until = ripeUntil();
      if (until - cursor < samplesOf(pieceMs)) return;
      feed.heard(callUuid, rateHz, recorder.peek(cursor, until));
      cursor = until;
    },
    async finish() {
      endTrack();
      await Promise.all(ending);
    },
  };
}
