import { encodeL16 } from '../../codec/l16.ts';
import { MediaFault } from '../../line/fault.ts';
import type { RecogniseJob, Utterance } from '../../line/speech.ts';
import type { MessageSocket } from './message-socket.ts';
import { promptOf } from './names-prompt.ts';
import { checkSpeakable, wordsIn } from './spoken-words.ts';

export type HeardText = Pick<Utterance, 'text' | 'words' | 'languageCode'>;

/** Recognises one utterance at a time over one connection. Positions are in samples of the utterance. */
export interface RecognitionStream {
  /** Returns whether the job continues at this stream's position, so that nothing must be sent again. */
  continues(job: RecogniseJob): boolean;
  /** Assigns the stream to another utterance, starting at the job's position. */
  begin(job: RecogniseJob, language: string): void;
  /** Resolves when no final result is pending. */
  settled(): Promise<void>;
  /** Sends the samples that were not sent before. */
  push(job: RecogniseJob): void;
  /** Returns all words so far, including those that may still change. Waits up to `waitMs` for newer ones. */
  partial(waitMs: number): Promise<HeardText>;
  /** Ends the segment and returns all words of the job's samples. */
  finish(): Promise<HeardText>;
  /** Whether no segment is open, so that another utterance may use the stream. */
  readonly isIdle: boolean;
  readonly isOver: boolean;
  close(): void;
}

interface Segment {
  readonly from: number;
  to: number;
  text: string;
  language: string | undefined;
}

const pieceMs = 50;

export function createRecognitionStream(socket: MessageSocket, rateHz: number, language: string): RecognitionStream {
  let configured: { readonly language: string; readonly prompt: string } = { language, prompt: '' };
  let askedLanguage = 'auto';
  let finals: Segment[] = [];
  let open: Segment | undefined;
  let sent = 0;
  let jobFrom = 0;
  let failed: unknown;
  let finalDue: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined;
  let onNews = (): void => {};

  /** Reads messages until the connection ends. */
  async function read(): Promise<void> {
    for (;;) {
      const { event, text, language: spoken } = await socket.next();
      if (event === 'error') throw new MediaFault('speech_engine_failed', 'the speech server reported an error');
      if ((event !== 'transcript.partial' && event !== 'transcript.final') || open === undefined) continue;
      open.text = typeof text === 'string' ? text.trim() : '';
      open.language = typeof spoken === 'string' ? spoken : open.language;
      if (event === 'transcript.final') {
        finals.push(open);
        open = undefined;
        finalDue?.resolve();
        finalDue = undefined;
      }
      onNews();
    }
  }

  read().catch((error: unknown) => {
    failed = error;
    socket.close();
    finalDue?.resolve();
    onNews();
  });

  function heard(): HeardText {
    if (failed !== undefined) throw failed;
    const parts = [...finals, ...(open === undefined ? [] : [open])].filter(({ from }) => from >= jobFrom);
    const words = wordsOf(parts, jobFrom, rateHz);
    const text = parts.map((part) => part.text).filter(Boolean);
    checkSpeakable(text.join(' '), ((sent - jobFrom) * 1000) / rateHz, 'the server');
    const spoken = parts.findLast((part) => part.text !== '')?.language;
    return {
      text: text.join(' '),
      words,
      languageCode: askedLanguage === 'auto' ? (spoken ?? askedLanguage) : askedLanguage,
    };
  }

  return {
    continues({ samples, utterance }) {
      if (utterance === undefined || socket.isOver) return false;
      const from = utterance.fromSamples;
      const isBoundary = from === jobFrom || finals.some(({ to }) => to === from);
      return isBoundary && from + samples.length >= sent;
    },
    begin(job, wanted) {
      const { utterance } = job;
      const prompt = promptOf(job) ?? '';
      finals = [];
      jobFrom = utterance?.fromSamples ?? 0;
      sent = jobFrom;
      const isSame = configured.language === wanted && configured.prompt === prompt;
      // Some servers replace the whole configuration, so an unchanged prompt is repeated.
      const names = configured.prompt === '' && prompt === '' ? {} : { prompt };
      if (!isSame) socket.send({ event: 'config.update', language_code: wanted, ...names });
      configured = { language: wanted, prompt };
    },
    async settled() {
      await finalDue?.promise;
      if (failed !== undefined) throw failed;
    },
    push({ samples, utterance, languageCode }) {
      askedLanguage = languageCode;
      jobFrom = utterance?.fromSamples ?? 0;
      const fresh = samples.subarray(sent - jobFrom);
      if (fresh.length === 0) return;
      const isFirst = open === undefined;
      open ??= { from: sent, to: sent, text: '', language: undefined };
      socket.together(() => {
        if (isFirst) socket.send({ event: 'speech_start' });
        const step = Math.round((pieceMs * rateHz) / 1000);
        for (let at = 0; at < fresh.length; at += step) {
          const audio = Buffer.from(encodeL16(fresh.subarray(at, at + step))).toString('base64');
          socket.send({ event: 'audio_input', audio });
        }
      });
      sent += fresh.length;
      open.to = sent;
    },
    partial(waitMs) {
      if (failed !== undefined || open === undefined) return Promise.resolve().then(heard);
      return new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        onNews = () => {
          clearTimeout(timer);
          resolve();
        };
      }).then(heard);
    },
    async finish() {
      if (open !== undefined && finalDue === undefined) {
        let resolve = (): void => {};
        const promise = new Promise<void>((done) => {
          resolve = done;
        });
        finalDue = { promise, resolve };
        socket.send({ event: 'speech_end' });
      }
      await finalDue?.promise;
      return heard();
    },
    get isIdle() {
      return open === undefined && finalDue === undefined;
    },
    get isOver() {
      return socket.isOver;
    },
    close() {
      socket.send({ event: 'end' });
      socket.close();
    },
  };
}

/** Returns the words of segments, with times from the job's first sample. */
function wordsOf(segments: readonly Segment[], jobFrom: number, rateHz: number): HeardText['words'] {
  const toMs = (samples: number): number => (samples * 1000) / rateHz;
  return segments.flatMap(({ from, to, text }) =>
    wordsIn(text, toMs(to - from)).map(({ text: word, startMs, endMs }) => ({
      text: word,
      startMs: startMs + toMs(from - jobFrom),
      endMs: endMs + toMs(from - jobFrom),
      confidence: 1,
    })),
  );
}
