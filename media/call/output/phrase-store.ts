/** Audio of the current phrases, kept while it may have to be played again. */
export interface PhraseStore {
  push(phraseId: string, samples: Float32Array): void;
  seal(phraseId: string): void;
  /** Reports that this phrase is being sent; those long before it have been played. */
  reached(phraseId: string): void;
  forget(phraseId: string): void;
  /** Keeps only these phrases, in this order, under their new names and from these samples on. */
  rearrange(rest: readonly { readonly from: string; readonly to: string; readonly fromSample: number }[]): void;
  readonly phrases: ReadonlyMap<string, StoredPhrase>;
}

export interface StoredPhrase {
  readonly pieces: readonly Float32Array[];
  readonly sealed: boolean;
}

/** Phrases before the current one that may still be playing: a phrase is rarely shorter than the far end's buffer. */
const keptBehind = 4;

export function createPhraseStore(): PhraseStore {
  let phrases = new Map<string, { pieces: Float32Array[]; sealed: boolean }>();
  const open = (phraseId: string): { pieces: Float32Array[]; sealed: boolean } => {
    const phrase = phrases.get(phraseId) ?? { pieces: [], sealed: false };
    phrases.set(phraseId, phrase);
    return phrase;
  };
  return {
    push: (phraseId, samples) => void open(phraseId).pieces.push(samples),
    seal(phraseId) {
      open(phraseId).sealed = true;
    },
    reached(phraseId) {
      const ids = [...phrases.keys()];
      for (const id of ids.slice(0, Math.max(0, ids.indexOf(phraseId) - keptBehind))) phrases.delete(id);
    },
    forget: (phraseId) => void phrases.delete(phraseId),
    rearrange(rest) {
      const next: typeof phrases = new Map();
      for (const { from, to, fromSample } of rest) {
        const { pieces, sealed } = phrases.get(from) ?? { pieces: [], sealed: false };
        next.set(to, { pieces: piecesFrom(pieces, fromSample), sealed });
      }
      phrases = next;
    },
    get phrases() {
      return phrases;
    },
  };
}

function piecesFrom(pieces: readonly Float32Array[], fromSample: number): Float32Array[] {
  let skip = fromSample;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(skip, piece.length));
    skip = Math.max(0, skip - piece.length);
    return rest.length > 0 ? [rest] : [];
  });
}
