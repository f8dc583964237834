import { plainWords } from '../../text/words.ts';

/** Marks of chat templates, which a server that is set up wrongly lets through. */
const controlToken =
  /<\|[^>\n]{0,40}\|>|\[\/?INST\]|<\/?s>|<\/?(?:im_start|im_end|tool_call|function_call|assistant|system|user)>|\uFFFD{2,}/i;
const reasoningStart = '<think>';
const reasoningEnd = '</think>';
/** A longer reply, in characters, is not suitable for the telephone. */
const maxRawChars = 16_000;

/** Lets through what may be spoken of a reply that arrives in pieces. */
export interface SpeechFilter {
  push(piece: string): string;
  /** The reply is nothing a person should hear: control tokens, data, noise, one thing over and over. */
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

/** Some models think aloud first. */
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

/** A stretch of one to eight words, four times or more in a row (a single word six times). */
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
