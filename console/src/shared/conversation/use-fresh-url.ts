import { type SyntheticEvent, useRef, useState } from 'react';
import { getCallBrief } from '../../server/requests.ts';

const leastMsBetween = 10_000;

/** Requests a new URL for a recording. Returns null for a call without one. */
export type Renew = () => Promise<string | null>;

/**
 * Keeps a recording's URL stable. Every response for a record has a different URL, but the player keeps its own, and
 * its position, until the server rejects it. Then it gets a new one.
 */
export function useFreshUrl(uuid: string, url: string | null, renew: Renew) {
  const [kept, setKept] = useState({ uuid, url });
  const renewedMs = useRef(Number.NEGATIVE_INFINITY);
  const current = kept.uuid === uuid && kept.url !== null ? kept.url : url;
  if (current !== kept.url || kept.uuid !== uuid) setKept({ uuid, url: current });
  return {
    src: current,
    onError({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>) {
      if (performance.now() - renewedMs.current < leastMsBetween) return;
      renewedMs.current = performance.now();
      const { currentTime, playbackRate, paused } = player;
      void renew().then((fresh) => {
        if (fresh === null) return;
        setKept({ uuid, url: fresh });
        const goOn = (): void => {
          player.currentTime = currentTime;
          player.playbackRate = playbackRate;
          if (!paused) void player.play();
        };
        player.addEventListener('loadedmetadata', goOn, { once: true });
      });
    },
  };
}

/** Returns a new recording URL of a call of this server. */
export const freshCallUrl = (uuid: string): Promise<string | null> =>
  getCallBrief(uuid, AbortSignal.timeout(10_000)).then(
    (record) => hereOf(record.recording_url),
    () => null,
  );

/** Returns the path of a URL, so that it is loaded from the address at which the console was opened. */
export function hereOf(url: string | null): string | null {
  if (url === null) return null;
  const { pathname, search } = new URL(url, window.location.origin);
  return `${pathname}${search}`;
}
