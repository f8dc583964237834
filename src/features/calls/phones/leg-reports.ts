import type { LegEnd, RtpReport, SipLeg } from '../../../../media/index.ts';
import type { Log } from '../../../log.ts';

/** Time after which audio must have arrived: two seconds, in packets of 20 ms. */
const expectedWithin = 100;
/** Reports come every five seconds. One may have left before our first packet arrived. */
const certainReports = 2;

/**
 * Returns which direction of a call carried no audio. Undefined if both did, or if it is not known: few systems report
 * what they receive, and many of those that do take a while.
 */
export function silentDirectionOf(report: RtpReport): 'from_peer' | 'to_peer' | undefined {
  if (report.packetsSent < expectedWithin) return undefined;
  if (report.packetsReceived === 0) return 'from_peer';
  return report.reportsReceived >= certainReports && report.reportsOfAudio === 0 ? 'to_peer' : undefined;
}

/** Ends a leg whose line is closed. A phone that sends nothing more did not hang up: it is gone. */
export function endLeg(leg: Pick<SipLeg, 'hangUp' | 'lose'>, reason: string): void {
  if (reason === 'idle') leg.lose('no audio arrived for 30 s');
  else leg.hangUp(reason);
}

/** Fields of the report on the end of a leg. */
export const fieldsOfEnd = ({ by, status, detail, cause }: LegEnd): Record<string, string> => ({
  by,
  detail,
  ...(status === undefined ? {} : { status: String(status) }),
  ...(cause === undefined ? {} : { q850_cause: String(cause) }),
});

/** Fields of the report on the audio of a leg. A direction without audio is logged, because the network is at fault. */
export function fieldsOfAudio(
  {
    codec,
    report,
    callId,
  }: { readonly codec: string; readonly report: RtpReport | undefined; readonly callId: string },
  log: Pick<Log, 'warn'>,
): Record<string, string> {
  if (report === undefined) return { codec };
  const figures = Object.entries(report).filter(([, value]) => value !== null);
  const fields = Object.fromEntries(figures.map(([name, value]) => [snakeCase(name), String(value)]));
  const silent = silentDirectionOf(report);
  if (silent === undefined) return { codec, ...fields };
  log.warn({ callId, direction: silent, codec, report }, 'a telephone call had audio in one direction only');
  return { codec, ...fields, silent_direction: silent };
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
