import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../language/text.ts';
import { askForDownload } from '../../server/documents.ts';

const leastMsBetween = 10_000;

/** Returns the URL of a file for a player. It is valid for a few minutes, and requested again when it is rejected. */
export function useFileAddress(uuid: string) {
  const [src, setSrc] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const askedMs = useRef(Number.NEGATIVE_INFINITY);

  const ask = useCallback(async (): Promise<boolean> => {
    askedMs.current = performance.now();
    const answer = await askForDownload(uuid);
    if (answer.ok) setSrc(answer.value.download_url);
    else setTrouble(answer.detail);
    return answer.ok;
  }, [uuid]);
  useEffect(() => void ask(), [ask]);

  return {
    src,
    trouble,
    onError({ currentTarget: player }: { readonly currentTarget: HTMLAudioElement }): void {
      if (performance.now() - askedMs.current < leastMsBetween) {
        return setTrouble(
          t('The browser cannot play this recording. Its transcript is below, and you can download it.'),
        );
      }
      const { currentTime, playbackRate, paused } = player;
      const goOn = (): void => {
        player.currentTime = currentTime;
        player.playbackRate = playbackRate;
        if (!paused) void player.play();
      };
      void ask().then((isGiven) => isGiven && player.addEventListener('loadedmetadata', goOn, { once: true }));
    },
  };
}
