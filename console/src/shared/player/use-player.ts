import { type RefObject, useCallback, useRef, useState } from 'react';

/** Playback state of a recording. */
export interface Player {
  readonly audio: RefObject<HTMLAudioElement | null>;
  /** Updated a few times a second. `audio` has the exact position. */
  readonly nowMs: number;
  /** Undefined until the browser knows it. */
  readonly durationMs: number | undefined;
  readonly isPlaying: boolean;
  seek(ms: number, plays?: boolean): void;
  toggle(): void;
  /** Event handlers of the audio element. */
  readonly events: {
    onTimeUpdate(): void;
    onPlay(): void;
    onPause(): void;
    onDurationChange(): void;
  };
}

export function usePlayer(): Player {
  const audio = useRef<HTMLAudioElement>(null);
  const [nowMs, setNowMs] = useState(0);
  const [durationMs, setDurationMs] = useState<number>();
  const [isPlaying, setPlaying] = useState(false);
  const seek = useCallback((ms: number, plays = false) => {
    setNowMs(ms);
    const element = audio.current;
    if (element === null) return;
    element.currentTime = ms / 1000;
    if (plays) void element.play().catch(() => undefined);
  }, []);
  const toggle = useCallback(() => {
    const element = audio.current;
    if (element === null) return;
    if (element.paused) void element.play().catch(() => undefined);
    else element.pause();
  }, []);
  return {
    audio,
    nowMs,
    durationMs,
    isPlaying,
    seek,
    toggle,
    events: {
      onTimeUpdate: () => setNowMs((audio.current?.currentTime ?? 0) * 1000),
      onPlay: () => setPlaying(true),
      onPause: () => setPlaying(false),
      onDurationChange() {
        const seconds = audio.current?.duration ?? Number.NaN;
        if (Number.isFinite(seconds)) setDurationMs(seconds * 1000);
      },
    },
  };
}
