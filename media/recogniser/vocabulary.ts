import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaFault } from '../line/fault.ts';

export interface Vocabulary {
  /** Returns the text of consecutive tokens. Special tokens have none. */
  text(tokens: readonly number[]): string;
  /** Returns whether a token begins with a space, and therefore a new word. */
  beginsWord(token: number): boolean;
  /** Returns the tokens of each text, as in the model's training. */
  tokens(texts: readonly string[]): number[][];
}

/** Reads the byte-level vocabulary of a Hugging Face `tokenizer.json`. Throws `model_missing` or `model_unreadable`. */
export async function openVocabulary(modelDir: string): Promise<Vocabulary> {
  const path = join(modelDir, 'tokenizer.json');
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new MediaFault('model_missing', `no tokenizer found at ${path}`, { cause });
  });
  try {
    const { model } = JSON.parse(text) as { model: { vocab: Record<string, number> } };
    return createVocabulary(model.vocab);
  } catch (cause) {
    throw new MediaFault('model_unreadable', `${path} is not a tokenizer`, { cause });
  }
}

export function createVocabulary(vocab: Readonly<Record<string, number>>): Vocabulary {
  const { block, starts } = spell(vocab);
  const bytesOf = (token: number): Buffer => block.subarray(starts[token] ?? 0, starts[token + 1] ?? 0);
  const space = 0x20;

  /**
   * Returns the ids of tokens that may occur in these pieces. Keeping a map of all tokens would waste memory, since few
   * are requested.
   */
  function tokensIn(all: Iterable<string>): Map<string, number> {
    const parts = new Set<string>();
    for (const piece of all) {
      for (let from = 0; from < piece.length; from += 1) {
        for (let to = from + 1; to <= piece.length; to += 1) parts.add(piece.slice(from, to));
      }
    }
    const tokens = new Map<string, number>();
    for (let id = 0; id + 1 < starts.length; id += 1) {
      const token = bytesOf(id).toString('latin1');
      if (parts.has(token)) tokens.set(token, id);
    }
    return tokens;
  }

  return {
    text: (all) => Buffer.concat(all.map(bytesOf)).toString('utf8'),
    beginsWord: (token) => bytesOf(token)[0] === space,
    tokens(texts) {
      const split = texts.map((text) =>
        (text.match(pieces) ?? []).map((piece) => Buffer.from(piece).toString('latin1')),
      );
      const ids = tokensIn(new Set(split.flat()));
      return split.map((parts) => parts.flatMap((piece) => joinPairs(piece, ids)));
    },
  };
}

/** Pieces within which GPT-2's byte pairs are merged. */
const pieces = / ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+/gu;

/** Token ids increase in the order of merging. `piece` has one character per byte. */
function joinPairs(piece: string, ids: ReadonlyMap<string, number>): number[] {
  const parts = Array.from(piece);
  const idAt = (at: number): number => ids.get(`${parts[at]}${parts[at + 1]}`) ?? Number.POSITIVE_INFINITY;
  for (;;) {
    let first = 0;
    for (let at = 1; at + 1 < parts.length; at += 1) if (idAt(at) < idAt(first)) first = at;
    if (!Number.isFinite(idAt(first))) break;
    parts.splice(first, 2, `${parts[first]}${parts[first + 1]}`);
  }
  return parts.map((part) => ids.get(part) as number);
}

/**
 * Returns the bytes of all tokens in the order of their ids, and where each begins; special tokens are empty. One block:
 * 50,000 small arrays would take 14 MB in every recogniser thread.
 */
function spell(vocab: Readonly<Record<string, number>>): { readonly block: Buffer; readonly starts: Uint32Array } {
  const tokens: string[] = [];
  for (const [token, id] of Object.entries(vocab)) {
    while (tokens.length <= id) tokens.push('');
    // Special tokens are recognised by their form.
    if (!(token.startsWith('<|') && token.endsWith('|>'))) tokens[id] = token;
  }
  const starts = new Uint32Array(tokens.length + 1);
  tokens.forEach((token, id) => {
    starts[id + 1] = (starts[id] as number) + token.length;
  });
  const block = Buffer.alloc(starts[tokens.length] as number);
  const byteOf = byteAlphabet();
  tokens.forEach((token, id) => {
    const start = starts[id] as number;
    for (let at = 0; at < token.length; at += 1) block[start + at] = byteOf[token.charCodeAt(at)] ?? 0x3f;
  });
  return { block, starts };
}

/**
 * Returns the byte of each of GPT-2's printable letters by its character code: printable bytes map to themselves, the
 * others to letters from U+0100.
 */
function byteAlphabet(): number[] {
  const bytes: number[] = [];
  let spare = 256;
  for (let byte = 0; byte < 256; byte += 1) {
    const printable = (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    bytes[printable ? byte : spare] = byte;
    if (!printable) spare += 1;
  }
  return bytes;
}
