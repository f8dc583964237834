import type { Clock } from '../kit/clock.ts';
import { elementsOf, headerOf, type SipHeader, type SipMessage } from './message.ts';

/** Session timers (RFC 4028): both ends notice within `Session-Expires` seconds that the other is gone. */
export const minSessionSeconds = 90;
const usualSessionSeconds = 1800;

export interface SessionInterval {
  readonly seconds: number;
  /** Whether we send the refreshes. */
  readonly weRefresh: boolean;
}

export const sessionHeaders: readonly SipHeader[] = [
  { name: 'supported', value: 'timer, replaces' },
  { name: 'session-expires', value: String(usualSessionSeconds) },
  { name: 'min-se', value: String(minSessionSeconds) },
];

export const supportsTimer = (message: SipMessage): boolean => elementsOf(message, 'supported').includes('timer');

const secondsOf = (message: SipMessage): number | undefined => {
  const seconds = Number.parseInt(headerOf(message, 'session-expires') ?? '', 10);
  return Number.isFinite(seconds) ? seconds : undefined;
};

/** Response to an interval that is too short. */
export const tooShort = { status: 422, headers: [{ name: 'min-se', value: String(minSessionSeconds) }] } as const;

export const isIntervalTooShort = (message: SipMessage): boolean =>
  (secondsOf(message) ?? minSessionSeconds) < minSessionSeconds;

const refresherOf = (message: SipMessage): string | undefined =>
  /;\s*refresher\s*=\s*(uac|uas)/i.exec(headerOf(message, 'session-expires') ?? '')?.[1]?.toLowerCase();

/** Returns the interval of a request that we answer, and the headers of our answer. */
export function answeredInterval(request: SipMessage): {
  readonly interval: SessionInterval;
  readonly headers: readonly SipHeader[];
} {
  const seconds = secondsOf(request) ?? usualSessionSeconds;
  const isSupported = supportsTimer(request);
  const weRefresh = !isSupported || refresherOf(request) === 'uas';
  const value = `${seconds};refresher=${weRefresh ? 'uas' : 'uac'}`;
  const headers = [
    ...(isSupported ? [{ name: 'require', value: 'timer' }] : []),
    ...(isSupported ? [{ name: 'session-expires', value }] : []),
  ];
  return { interval: { seconds, weRefresh }, headers };
}

/** Returns the interval that a response to our request states. Without one we refresh at the usual interval. */
export function statedInterval(response: SipMessage): SessionInterval {
  const seconds = secondsOf(response);
  if (seconds === undefined) return { seconds: usualSessionSeconds, weRefresh: true };
  return { seconds: Math.max(minSessionSeconds, seconds), weRefresh: refresherOf(response) !== 'uas' };
}

export interface SessionTimer {
  restart(interval: SessionInterval): void;
  stop(): void;
}

/** Calls `refresh` at half of the interval if that is our task, and `expire` if no refresh arrives in time. */
export function createSessionTimer(
  clock: Clock,
  { refresh, expire }: { readonly refresh: () => void; readonly expire: () => void },
): SessionTimer {
  let cancel = (): void => {};
  return {
    restart({ seconds, weRefresh }) {
      cancel();
      const ms = seconds * 1000;
      // The end that waits gives up a little early (RFC 4028, 10).
      cancel = weRefresh ? clock.after(ms / 2, refresh) : clock.after(ms - Math.min(32_000, ms / 3), expire);
    },
    stop: () => cancel(),
  };
}
