import { type AckBehaviour, createAcks, type PlayedMark } from './acks.ts';
import { type AudibleMeter, createAudibleMeter, type Span } from './audible.ts';
import { createGapLog, type Gap } from './gaps.ts';
import { createTrack } from './track.ts';

export interface PlayoutOptions {
  readonly rateHz: number;
  /** Maximum unplayed audio; the excess is dropped and counted. */
  readonly bufferMs: number;
  readonly clears?: 'unplayed' | 'unstarted';
  readonly acks?: AckBehaviour;
  /** Whether audio after this mark begins another phrase. */
  readonly closesPhrase?: (mark: string) => boolean;
  /** Longest silence that counts as a gap; without marks, a longer one lies between two phrases. */
  readonly longestGapMs?: number | undefined;
}

/** The server also marks the first frame of a reply, to learn when it was played. */
const closesPhraseByName = (mark: string): boolean => !mark.endsWith('.first');

export interface PlayoutReport {
  /** Silences inside a phrase because its next audio was late. */
  readonly underruns: readonly Gap[];
  /** Silences after a mark, until more audio arrived. */
  readonly pauses: readonly Gap[];
  readonly overflowMs: number;
  readonly clearsMs: readonly number[];
  readonly marks: readonly PlayedMark[];
  /** Audible spans of the played track. */
  readonly audible: readonly Span[];
}

/** The provider's playback buffer on its own sample clock. Times are milliseconds from the start of the stream. */
export interface Playout {
  push(samples: Float32Array, atMs: number): void;
  mark(name: string, atMs: number): void;
  clear(atMs: number): void;
  /** Plays up to `atMs` and returns the names of the marks to acknowledge now, in order. */
  advance(atMs: number): readonly string[];
  /** Returns when the next acknowledgement is due if nothing else happens. */
  nextAckMs(): number | undefined;
  /** True while audio or marks are waiting. */
  readonly busy: boolean;
  readonly queuedMs: number;
  readonly audible: AudibleMeter['spans'];
  readonly clearsMs: readonly number[];
  /** Returns everything played so far, including silence. */
  track(): Float32Array;
  report(): PlayoutReport;
}

type Item = { readonly samples: Float32Array; offset: number } | { readonly mark: string };

const samplesLeft = (item: Item): number => ('mark' in item ? 0 : item.samples.length - item.offset);

export function createPlayout(options: PlayoutOptions): Playout {
  const { rateHz, bufferMs, clears = 'unplayed', closesPhrase = closesPhraseByName } = options;
  const track = createTrack();
  const meter = createAudibleMeter({ rateHz });
  const acks = createAcks(options.acks);
  const gaps = createGapLog(options.longestGapMs);
  const clearsMs: number[] = [];
  const capacity = (bufferMs * rateHz) / 1000;
  let queue: Item[] = [];
  let queued = 0;
  let overflow = 0;
  /** True for the rest of a chunk that a clear left playing: its end is not a gap. */
  let cut = false;
  const toMs = (samples: number): number => (samples * 1000) / rateHz;

  const passMarks = (): void => {
    for (let head = queue[0]; head !== undefined && 'mark' in head; head = queue[0]) {
      queue.shift();
      acks.reached({ name: head.mark, playedMs: toMs(track.length) }, toMs(track.length));
      if (closesPhrase(head.mark)) gaps.closed();
    }
  };

  const play = (item: Extract<Item, { offset: number }>, most: number): void => {
    const piece = item.samples.subarray(item.offset, item.offset + most);
    track.append(piece);
    meter.feed(piece);
    queued -= piece.length;
    item.offset += piece.length;
    if (samplesLeft(item) > 0) return;
    queue.shift();
    if (queued === 0 && !cut) gaps.ranDry(toMs(track.length));
    passMarks();
  };

  const playTo = (atMs: number): void => {
    const target = Math.floor((atMs * rateHz) / 1000);
    passMarks();
    while (track.length < target) {
      const head = queue[0];
      const left = target - track.length;
      if (head !== undefined && 'samples' in head) play(head, left);
      else {
        meter.skip(left);
        track.appendSilence(left);
      }
    }
  };

  return {
    push(samples, atMs) {
      playTo(atMs);
      const accepted = samples.subarray(0, Math.max(0, Math.floor(capacity - queued)));
      overflow += samples.length - accepted.length;
      if (accepted.length === 0) return;
      cut = false;
      gaps.resumed(toMs(track.length));
      queue.push({ samples: accepted, offset: 0 });
      queued += accepted.length;
    },
    mark(name, atMs) {
      playTo(atMs);
      queue.push({ mark: name });
      passMarks();
    },
    clear(atMs) {
      playTo(atMs);
      clearsMs.push(atMs);
      gaps.forgotten();
      const started = queue.filter((item) => 'samples' in item && item.offset > 0);
      const remaining = clears === 'unstarted' ? started : [];
      for (const item of queue) if ('mark' in item) acks.reached({ name: item.mark, playedMs: undefined }, atMs);
      queue = remaining;
      cut = remaining.length > 0;
      queued = remaining.reduce((sum, item) => sum + samplesLeft(item), 0);
    },
    advance(atMs) {
      playTo(atMs);
      return acks.due(atMs);
    },
    nextAckMs() {
      const index = queue.findIndex((item) => 'mark' in item);
      const ahead = queue.slice(0, Math.max(0, index)).reduce((sum, item) => sum + samplesLeft(item), 0);
      const reached = index === -1 ? undefined : acks.dueAfter(toMs(track.length + ahead));
      const next = Math.min(acks.nextDueMs() ?? Infinity, reached ?? Infinity);
      return Number.isFinite(next) ? next : undefined;
    },
    get busy() {
      return queue.length > 0;
    },
    get queuedMs() {
      return toMs(queued);
    },
    audible: meter.spans,
    clearsMs,
    track: () => track.slice(),
    report: () => ({
      underruns: [...gaps.underruns],
      pauses: [...gaps.pauses],
      overflowMs: toMs(overflow),
      clearsMs: [...clearsMs],
      marks: [...acks.marks],
      audible: meter.spans.map((span) => ({ ...span })),
    }),
  };
}
