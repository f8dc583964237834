import type { LineRateHz } from '../../line/audio.ts';
import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent, NamedPerson, SupervisorText, TakeOver } from '../../ports.ts';
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
  readonly dialogue: Pick<Dialogue, 'takeOver' | 'handBack' | 'isTaken' | 'personSays' | 'personSaid' | 'tell'>;
}

/**
 * Audio and captions of a call for the people who listen to it, and their operations. Costs nothing without listeners.
 */
export interface Supervised {
  /** Sets whether anyone listens. Returns the sample rate of what they hear. */
  listen(on: boolean): LineRateHz;
  takeOver(supervision: string, person: NamedPerson): TakeOver;
  /** Lets the agent speak again. `lost`: the stream of the person broke. Does nothing if another person speaks. */
  handBack(supervision: string, lost: boolean): void;
  /** The person's next samples, at the call's rate. */
  voice(supervision: string, samples: Float32Array): void;
  tell(text: SupervisorText): boolean;
  /** Receives what was sent to the far end; listeners get the captions in it. */
  sent(command: WireCommand): void;
  tick(): void;
  /** Ends the person's track, because the line is closed. */
  finish(): Promise<void>;
}

type SupervisionEvent = Extract<CallEvent, { type: 'supervision' }>;

const pieceMs = 40;
/** How long to wait for late audio of the caller. */
const waitMs = 300;

export function createSupervised(options: SupervisedOptions): Supervised {
  const { callUuid, rateHz, recorder, feed, dialogue, nowMs, note } = options;
  const samplesOf = (ms: number): number => Math.round((ms * rateHz) / 1000);
  let listening = false;
  let cursor = 0;
  let takeovers = 0;
  let speaker: { readonly supervision: string; readonly person: NamedPerson; readonly track: PersonTrack } | undefined;
  /** Tracks of earlier speakers that are still ending. */
  const ending = new Set<Promise<void>>();

  const noteAct = (act: SupervisionEvent['act'], more: Pick<SupervisionEvent, 'by' | 'supervision' | 'text'>): void =>
    note({ type: 'supervision', atMs: Math.round(nowMs()), act, ...more });

  /** Returns the position up to which both tracks are known. */
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
    takeOver(supervision, person) {
      if (speaker !== undefined) return speaker.supervision === supervision ? 'taken' : 'not_now';
      if (!dialogue.takeOver()) return 'not_now';
      const track = openPersonTrack({
        ...options,
        phrase: `person${++takeovers}`,
        onPartial: (text) => dialogue.personSays(person, text),
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
          dialogue.personSaid(person, line);
        },
      });
      speaker = { supervision, person, track };
      noteAct('taken_over', { by: person, supervision });
      return 'taken';
    },
    handBack(supervision, lost) {
      if (speaker?.supervision !== supervision) return;
      const { person } = speaker;
      endTrack();
      noteAct(lost ? 'lost' : 'handed_back', { by: person, supervision });
      dialogue.handBack();
    },
    voice(supervision, samples) {
      if (speaker?.supervision === supervision) speaker.track.push(samples);
    },
    tell(text) {
      if (!dialogue.tell(text)) return false;
      noteAct(text.kind, { by: text.person, text: text.text });
      return true;
    },
    sent(command) {
      if (listening && command.type === 'transcript') feed.caption(callUuid, command.caption);
    },
    tick() {
      // The agent has begun its farewell, so no person speaks in its place any more.
      if (speaker !== undefined && !dialogue.isTaken()) {
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
