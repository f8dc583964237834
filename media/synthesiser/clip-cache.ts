import type { SpokenWord } from '../line/speech.ts';

/** A spoken clause. */
export interface SpokenClip {
  readonly samples: Float32Array;
  readonly words: readonly SpokenWord[];
}

/** Clauses spoken before, least recently used first out: greetings and fillers cost nothing the second time. */
export interface ClipCache {
  get(key: string): SpokenClip | undefined;
  set(key: string, clip: SpokenClip): void;
  readonly bytes: number;
}

/** A clip that would take more than a quarter of `maxBytes` is not kept. */
export function createClipCache(maxBytes: number): ClipCache {
  const clips = new Map<string, SpokenClip>();
  let bytes = 0;
  const sizeOf = (key: string, clip: SpokenClip): number =>
    clip.samples.byteLength + 2 * key.length + 64 * clip.words.length;

  function drop(key: string): void {
    const clip = clips.get(key);
    if (clip === undefined) return;
    clips.delete(key);
    bytes -= sizeOf(key, clip);
  }

  return {
    get(key) {
      const clip = clips.get(key);
      if (clip === undefined) return undefined;
      clips.delete(key);
      clips.set(key, clip);
      return clip;
    },
    set(key, clip) {
      drop(key);
      const size = sizeOf(key, clip);
      if (size > maxBytes / 4) return;
      clips.set(key, clip);
      bytes += size;
      while (bytes > maxBytes) drop(clips.keys().next().value as string);
    },
    get bytes() {
      return bytes;
    },
  };
}
