import type { WireFault } from '../line/wire.ts';

/** Messages of one stream that broke its protocol and were ignored. */
export interface IgnoredMessages {
  /** Returns false if the stream has now sent more of them than it may. */
  add(fault: WireFault): boolean;
  /** Returns how many of each kind there were, with the detail of the first; undefined without any. */
  summary(): string | undefined;
}

export function createIgnoredMessages(limit: number): IgnoredMessages {
  const kinds = new Map<WireFault['code'], { count: number; readonly detail: string }>();
  let counted = 0;
  return {
    add({ code, detail }) {
      const kind = kinds.get(code);
      if (kind === undefined) kinds.set(code, { count: 1, detail });
      else kind.count += 1;
      // A provider may add events at any time, and send them as often as audio.
      if (code !== 'unknown_event') counted += 1;
      return counted <= limit;
    },
    summary() {
      if (kinds.size === 0) return undefined;
      const parts = [...kinds].map(([code, { count, detail }]) => `${count} ${code} (first: ${detail})`);
      return `the far end broke its protocol: ${parts.join(', ')}`;
    },
  };
}
