import type { LineRateHz } from '../../line/audio.ts';
import type { RecogniseJob } from '../../line/speech.ts';
import type { MessageSocket } from './message-socket.ts';
import { createRecognitionStream, type RecognitionStream } from './recognition-stream.ts';

/** Assigns utterances to streams. */
export interface RecognitionStreams {
  /** Returns the utterance's own stream if it can continue, else an idle one with the same rate, else a new one. */
  take(job: RecogniseJob, language: string): Promise<RecognitionStream>;
  /** Closes the stream of the job's utterance. */
  drop(job: RecogniseJob): void;
  close(): void;
}

interface Row {
  readonly rateHz: LineRateHz;
  readonly stream: Promise<RecognitionStream>;
  /** Undefined until connected. */
  opened: RecognitionStream | undefined;
  utterance: string;
  usedMs: number;
}

/** An utterance may continue after a final result, so its stream is reused only after this time. */
const keptMs = 3000;
/** An utterance without a job for this time counts as abandoned. */
const givenUpMs = 15_000;
const idleMs = 60_000;
const sweepEveryMs = 5000;

type Open = (how: { readonly rateHz: LineRateHz; readonly language: string }) => Promise<MessageSocket>;

export function createRecognitionStreams(open: Open): RecognitionStreams {
  let rows: Row[] = [];
  let singles = 0;
  const now = (): number => performance.now();

  function remove(row: Row): void {
    rows = rows.filter((other) => other !== row);
    row.stream.then((stream) => stream.close()).catch(() => {});
  }

  const sweep = setInterval(() => {
    for (const row of rows) {
      const unusedMs = now() - row.usedMs;
      const isGivenUp = row.opened?.isIdle === false && unusedMs > givenUpMs;
      if (row.opened?.isOver === true || isGivenUp || unusedMs > idleMs) remove(row);
    }
  }, sweepEveryMs);
  sweep.unref();

  function openRow(job: RecogniseJob, utterance: string, language: string): Row {
    const rateHz = job.rateHz as LineRateHz;
    const stream = open({ rateHz, language }).then((socket) => {
      const recognitionStream = createRecognitionStream(socket, rateHz, language);
      recognitionStream.begin(job, language);
      row.opened = recognitionStream;
      return recognitionStream;
    });
    const row: Row = { rateHz, stream, opened: undefined, utterance, usedMs: now() };
    stream.catch(() => remove(row));
    rows.push(row);
    return row;
  }

  return {
    async take(job, language) {
      // A job without an utterance is treated as its own utterance.
      const utterance = job.utterance?.id ?? `single ${++singles}`;
      const ownRow = rows.find((row) => row.utterance === utterance);
      if (ownRow !== undefined) {
        ownRow.usedMs = now();
        const stream = await ownRow.stream;
        if (stream.continues(job)) return stream;
        remove(ownRow);
      }
      const idle = rows.find(
        ({ rateHz, opened, usedMs }) =>
          rateHz === job.rateHz && opened?.isIdle === true && !opened.isOver && now() - usedMs > keptMs,
      );
      if (idle?.opened === undefined) return openRow(job, utterance, language).stream;
      idle.utterance = utterance;
      idle.usedMs = now();
      idle.opened.begin(job, language);
      return idle.opened;
    },
    drop({ utterance }) {
      for (const row of rows) if (row.utterance === utterance?.id) remove(row);
    },
    close() {
      clearInterval(sweep);
      for (const row of rows) remove(row);
    },
  };
}
