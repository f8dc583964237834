import { useQuery } from '@tanstack/react-query';
import { peaksOf, type Sound } from './peaks.ts';

const rateHz = 8000;
const parts = 2000;
/** The browser holds all samples in memory during measurement: 38 MB per ten minutes of stereo. */
const longestMs = 40 * 60_000;
const mostBytes = 96 * 2 ** 20;

/** Loudness of a recording, measured in the browser; null if it is too long or cannot be decoded. */
export const useSound = (src: string, durationMs: number | undefined, file?: Blob) =>
  useQuery({
    // A renewed URL refers to the same sound.
    queryKey: ['sound', src.split('?')[0], Math.round((durationMs ?? 0) / 1000)],
    queryFn: ({ signal }) => (file === undefined ? measureAt(src, signal) : measure(file)),
    enabled: durationMs !== undefined && durationMs <= longestMs,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

async function measureAt(src: string, signal: AbortSignal): Promise<Sound | null> {
  const response = await fetch(src, { signal });
  if (!response.ok || Number(response.headers.get('content-length') ?? 0) > mostBytes) {
    await response.body?.cancel();
    return null;
  }
  return measure(await response.blob());
}

async function measure(file: Blob): Promise<Sound | null> {
  if (file.size > mostBytes) return null;
  const bytes = await file.arrayBuffer();
  const decoded = await new OfflineAudioContext(2, 1, rateHz).decodeAudioData(bytes).catch(() => null);
  if (decoded === null) return null;
  const channels = Array.from({ length: Math.min(2, decoded.numberOfChannels) }, (_, channel) =>
    peaksOf(decoded.getChannelData(channel), parts),
  );
  return { durationMs: decoded.duration * 1000, channels };
}
