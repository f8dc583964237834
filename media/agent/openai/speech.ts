import { createReasoningFilter } from '../../kit/chat/index.ts';
import { plainWords } from '../../text/words.ts';
import { createLineMarks } from './line-marks.ts';
import type { WrittenCall } from './tool-call-parts.ts';
import { isProse, speakableLength, writtenCallsIn } from './written-calls.ts';
import { dataAt, wordsOfRest } from './written-data.ts';

/** Chat-template tokens that a misconfigured server passes through. */
const controlToken =
  /<\|[^>\n]{0,40}\|>|\[\/?INST\]|<\/?s>|<\/?(?:im_start|im_end|tool_call|tool_response|function_call|assistant|system|user)>|\uFFFD{2,}/i;
/** A tag of a template without a call behind it. */
const tag = /<\/?([a-z][\w-]{0,16})\s?\/?>/gi;
/** Tags between two lines or items. */
const breaks = /^(?:br|p|li|ul|ol|div|tr|h[1-6])$/i;
const withoutTags = (text: string): string => text.replace(tag, (_, name: string) => (breaks.test(name) ? '\n' : ''));
/** Maximum characters of a model's raw output; more is unsuitable for a call. */
const maxRawChars = 16_000;

/** The latest text, by which a reply is judged. A look at all of it with each piece would take quadratic time. */
const judgedChars = 1000;

/** Passes the speakable part of a streamed reply: no reasoning, no tool calls, no marks of lines. */
export interface SpeechFilter {
  push(piece: string): string;
  /** Returns the rest at the end of the reply. */
  end(): string;
  /** Whether the reply is unfit to be spoken: control tokens, data, noise or endless repetition. */
  readonly garbage: boolean;
  /** Whether everything before the latest text was reasoning whose start the model did not mark. */
  readonly hasLoneEnd: boolean;
  /** Tool calls that the model wrote as text. Complete after `end`. */
  readonly calls: readonly WrittenCall[];
}

export interface SpeechFilterOptions {
  /** This model omits the start of its reasoning, so nothing is passed before its end. */
  readonly holds?: boolean;
  /** Names of the tools that the model may call. */
  readonly tools?: readonly string[];
}

export function createSpeechFilter({ holds = false, tools = [] }: SpeechFilterOptions = {}): SpeechFilter {
  const reasoning = createReasoningFilter({ holds });
  let lines = createLineMarks();
  let rawChars = 0;
  /** Text that is still to be divided into speech and calls. */
  let pending = '';
  let spoken = '';
  let isCall = false;
  /** Whether what may be a call is known to be no data. */
  let isJudged = false;
  let garbage = false;
  let calls: readonly WrittenCall[] = [];

  const placeAfter = (text: string) => ({ tools, isInAnswer: /\p{L}/u.test(spoken + text) });

  function divide(isEnd: boolean): string {
    let text = '';
    for (;;) {
      if (isCall) {
        const data = isJudged ? 'call' : dataAt(pending, placeAfter(text));
        isJudged = data === 'call';
        if (typeof data === 'string') return text;
        text += data.words;
        pending = pending.slice(data.end);
      }
      const speakable = speakableLength(pending, tools);
      const length = isEnd && !speakable.isCall ? pending.length : speakable.length;
      text += pending.slice(0, length);
      pending = pending.slice(length);
      isCall = speakable.isCall;
      if (!isCall) return text;
    }
  }

  function pass(text: string): string {
    spoken = (spoken + text).slice(-judgedChars);
    garbage ||= isGarbage(spoken);
    return garbage ? '' : lines.push(withoutTags(text));
  }

  return {
    push(piece) {
      rawChars += piece.length;
      if (rawChars > maxRawChars) garbage = true;
      if (garbage) return '';
      const hadLoneEnd = reasoning.hasLoneEnd;
      const text = reasoning.push(piece);
      if (reasoning.hasLoneEnd && !hadLoneEnd) {
        pending = '';
        spoken = '';
        isCall = false;
        isJudged = false;
        lines = createLineMarks();
      }
      pending += text;
      return pass(divide(false));
    },
    end() {
      if (rawChars > maxRawChars) return '';
      pending += reasoning.end();
      let text = pass(divide(true));
      if (isCall) {
        calls = writtenCallsIn(pending, tools);
        const words = isProse(pending) ? pending : wordsOfRest(pending, placeAfter(''));
        if (calls.length === 0 && words !== undefined) text += pass(words);
        else garbage ||= calls.length === 0;
      }
      return garbage ? '' : text + lines.end();
    },
    get garbage() {
      return garbage;
    },
    get hasLoneEnd() {
      return reasoning.hasLoneEnd;
    },
    get calls() {
      return calls;
    },
  };
}

function isGarbage(text: string): boolean {
  if (controlToken.test(text)) return true;
  const written = text.replace(/\s+/g, '');
  const speech = written.match(/[\p{L}\p{M}\p{N}.,!?'"’$%&()-]/gu)?.length ?? 0;
  if (written.length >= 12 && speech < written.length * 0.6) return true;
  return repeats(text);
}

/** Detects one to eight words repeated four or more times in a row (six for a single word). */
function repeats(text: string): boolean {
  const words = plainWords(text, { inside: "'" });
  for (let size = 1; size <= 8; size++) {
    const times = size === 1 ? 6 : 4;
    let run = 0;
    for (let i = size; i < words.length; i++) {
      run = words[i] === words[i - size] ? run + 1 : 0;
      if (run >= size * (times - 1)) return true;
    }
  }
  return /(\S)\1{11,}/u.test(text);
}
