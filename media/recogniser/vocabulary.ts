import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaFault } from '../line/fault.ts';

export interface Vocabulary {
  /** The text of tokens in a row; special tokens have none. */
  text(tokens: readonly number[]): string;
  /** Whether a token begins with a space, and so a new word. */
  beginsWord(token: number): boolean;
}

/** Reads the byte-level vocabulary of a Hugging Face `tokenizer.json`. Throws `model_missing` or `model_unreadable`. */
export async function openVocabulary(modelDir: string): Promise<Vocabulary> {
  const path = join(modelDir, 'tokenizer.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new MediaFault('model_missing', `there is no tokenizer at ${path}`, { cause });
  });
  try {
    const { model } = JSON.parse(text) as { model: { vocab: Record<string, number> } };
    return createVocabulary(model.vocab);
  } catch (cause) {
    throw new MediaFault('model_unreadable', `${path} is not a tokenizer`, { cause });
  }
}

export function createVocabulary(vocab: Readonly<Record<string, number>>): Vocabulary {
  // One block and the starts within it: 50,000 arrays of a few bytes each would take 14 MB in every thread that listens.
  const tokens = spelledTokens(vocab);
  const starts = new Uint32Array(tokens.length + 1);
  tokens.forEach((token, id) => {
    starts[id + 1] = (starts[id] as number) + Buffer.byteLength(token, 'latin1');
  });
  const block = Buffer.from(tokens.join(''), 'latin1');
  const bytesOf = (token: number): Uint8Array => block.subarray(starts[token] ?? 0, starts[token + 1] ?? 0);
  const space = 0x20;
  return {
    text: (all) => Buffer.concat(all.map(bytesOf)).toString('utf8'),
    beginsWord: (token) => bytesOf(token)[0] === space,
  };
}

/** By id: a token's bytes as the characters of the same numbers; nothing for special tokens. */
function spelledTokens(vocab: Readonly<Record<string, number>>): string[] {
  const byteOf = byteAlphabet();
  const spelled: string[] = [];
  for (const [letters, id] of Object.entries(vocab)) {
    // A special token is written in plain letters; those outside the alphabet give it away.
    if (/^<\|.*\|>$/.test(letters)) continue;
    spelled[id] = String.fromCharCode(...Array.from(letters, (letter) => byteOf.get(letter) ?? 0x3f));
  }
  return Array.from(spelled, (token) => token ?? '');
}

/** GPT-2's printable letter for each byte: printable bytes stand for themselves, the others follow from U+0100. */
function byteAlphabet(): Map<string, number> {
  const letters = new Map<string, number>();
  let spare = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    const printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    letters.set(String.fromCharCode(printable ? byte : spare), byte);
    if (!printable) spare += 1;
  }
  return letters;
}
