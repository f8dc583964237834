import { plainWords } from '../../text/words.ts';

/** Chat-template tokens that a misconfigured server passes through. */
const controlToken =
  /<\|[^>\n]{0,40}\|>|\[\/?INST\]|<\/?s>|<\/?(?:im_start|im_end|tool_call|function_call|assistant|system|user)>|\uFFFD{2,}/i;
const reasoningStart = '<think>';
const reasoningEnd = '</think>';
/** Maximum characters of a model's raw output; more is unsuitable for a call. */
const maxRawChars = 16_000;

/** Passes the speakable part of a streamed reply. */
export interface SpeechFilter {
  push(piece: string): string;
  /** Whether the reply is unfit to be spoken: control tokens, data, noise or endless repetition. */
  readonly garbage: boolean;
}

export function createSpeechFilter(): SpeechFilter {
  let raw = '';
  let given = 0;
  let garbage = false;
  return {
    push(piece) {
      raw += piece;
      const visible = withoutReasoning(raw);
      garbage ||= raw.length > maxRawChars || isGarbage(visible);
      const fresh = garbage ? '' : visible.slice(given);
      given += fresh.length;
      return fresh;
    },
    get garbage() {
      return garbage;
    },
  };
}

/** Some models emit their reasoning first. */
function withoutReasoning(raw: string): string {
  const text = raw.trimStart();
  if (reasoningStart.startsWith(text)) return '';
  if (!text.startsWith(reasoningStart)) return text;
  const end = text.indexOf(reasoningEnd);
  return end < 0 ? '' : text.slice(end + reasoningEnd.length).trimStart();
}

function isGarbage(text: string): boolean {
  const start = text.trimStart();
  if (/^(?:[{[]\s*["{[\]}]|```)/.test(start) || controlToken.test(text)) return true;
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
