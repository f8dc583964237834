import type { Clock } from '../../media/kit/clock.ts';
import type { WireStream } from '../../media/wire/server.ts';

/** Delays of the scripted agent, each from the sample that it reacts to. */
export interface InjectedTimes {
  readonly answerMs: number;
  readonly yieldMs: number;
}

const rateHz = 16_000;
const windowSamples = rateHz / 100;
const windowMs = 10;
const frameSamples = rateHz / 50;
/** Louder windows are speech: 38 dB below a loud voice, the same bounds as the far end uses for its own speech. */
const speechDbfs = -50;
/** A pause that ends the customer's turn: longer than pauses within a line, so that the agent never cuts in. */
const pauseMs = 550;
const replyMs = 6000;
const replies = ['Hello, how can I help you?', 'Which day suits you?', 'And what is your name?', 'Anything else?'];

/**
 * An agent without models: it replies `answerMs` after the customer's last loud sample, and falls silent `yieldMs`
 * after the first one over its reply. Its speech is a tone.
 */
export function serveScriptedAgent(stream: WireStream, clock: Clock, { answerMs, yieldMs }: InjectedTimes): void {
  /**
   * Time of the customer's first sample, estimated from the frame with the least delay; later frames can show that an
   * earlier one was held up.
   */
  let firstSampleMs = Number.POSITIVE_INFINITY;
  let samples = 0;
  let lastLoudMs = Number.NEGATIVE_INFINITY;
  let speakingSince: number | undefined;
  let isYielding = false;
  let isAnswered = true;
  let reply = 0;
  let cancelEnd = (): void => {};

  function speak(): void {
    const text = replies[reply % replies.length] as string;
    const id = `${reply}.0`;
    reply += 1;
    isAnswered = true;
    isYielding = false;
    speakingSince = clock.nowMs();
    stream.send({ type: 'state', state: 'speaking' });
    const caption = { id, speaker: 'agent', text, heardWords: text.split(' ').length } as const;
    stream.send({ type: 'transcript', caption: { ...caption, final: false } });
    for (const payload of replyFrames) stream.send({ type: 'audio', payload });
    cancelEnd = clock.after(replyMs, () => finish(caption));
  }
  function finish(caption: {
    readonly id: string;
    readonly speaker: 'agent';
    readonly text: string;
    readonly heardWords: number;
  }): void {
    speakingSince = undefined;
    stream.send({ type: 'transcript', caption: { ...caption, final: true } });
    stream.send({ type: 'state', state: 'listening' });
  }
  function silence(): void {
    cancelEnd();
    stream.send({ type: 'clear' });
    const text = replies[(reply - 1) % replies.length] as string;
    finish({ id: `${reply - 1}.0`, speaker: 'agent', text, heardWords: text.split(' ').length });
    // An interruption is answered like any other turn.
    isAnswered = false;
  }
  /** `atMs`: start or end of the loud window, on the agent's clock. */
  function loud(fromMs: number, toMs: number): void {
    lastLoudMs = toMs;
    if (speakingSince === undefined) isAnswered = false;
    else if (!isYielding && fromMs > speakingSince) {
      isYielding = true;
      clock.after(Math.max(0, fromMs + yieldMs - clock.nowMs()), silence);
    }
  }
  function quiet(nowMs: number): void {
    if (isAnswered || speakingSince !== undefined || nowMs - lastLoudMs < pauseMs) return;
    isAnswered = true;
    clock.after(Math.max(0, lastLoudMs + answerMs - clock.nowMs()), speak);
  }

  stream.readAudio({
    hear({ payload }) {
      const heard = new Int16Array(payload.slice().buffer);
      firstSampleMs = Math.min(firstSampleMs, clock.nowMs() - ((samples + heard.length) * 1000) / rateHz);
      for (let at = 0; at + windowSamples <= heard.length; at += windowSamples) {
        const endMs = firstSampleMs + ((samples + at + windowSamples) * 1000) / rateHz;
        if (levelOf(heard.subarray(at, at + windowSamples)) > speechDbfs) loud(endMs - windowMs, endMs);
      }
      samples += heard.length;
      quiet(firstSampleMs + (samples * 1000) / rateHz);
    },
  });
  void (async () => {
    for await (const event of stream.events) {
      if (event.type !== 'start') continue;
      stream.send({ type: 'ready', callUuid: 'scripted' });
      speak();
    }
    cancelEnd();
  })();
}

function tone(from: number): Uint8Array {
  const samples = Int16Array.from({ length: frameSamples }, (_, at) =>
    Math.round(8000 * Math.sin((2 * Math.PI * 300 * (from + at)) / rateHz)),
  );
  return new Uint8Array(samples.buffer);
}

/** Computed in advance, so that it does not add to the agent's delay. */
const replyFrames = Array.from({ length: replyMs / 20 }, (_, at) => tone(at * frameSamples));

const levelOf = (samples: Int16Array): number =>
  10 * Math.log10(samples.reduce((sum, one) => sum + (one / 32_768) ** 2, 0) / samples.length + 1e-12);
