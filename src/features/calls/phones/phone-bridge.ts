import type { DialOptions, LegEnd, LegHandlers, SessionDescription, SipLeg } from '../../../../media/index.ts';

/** Calls one address at which the other phone is registered. */
export type DialWay = (options: Pick<DialOptions, 'sdp' | 'handlers'>) => SipLeg;

/** A phone that does not support a changed session keeps the one it has. */
const notNow = { status: 488 } as const;

/**
 * Connects a phone with another one, which rings at all of its addresses. The descriptions pass unchanged, so the
 * phones send their audio to each other.
 */
export function bridgePhones(caller: SipLeg, ways: readonly DialWay[]): void {
  const { offer } = caller;
  if (offer === undefined) return caller.refuse(488, 'The call has no session description');
  if (ways.length === 0) return caller.refuse(480, 'The phone is not registered');
  const ringing = new Set<SipLeg>();
  let answered: SipLeg | undefined;
  let refusal: LegEnd | undefined;

  function connect(callee: SipLeg, description: SessionDescription | undefined): void {
    if (answered !== undefined || description === undefined) return callee.hangUp('answered elsewhere');
    answered = callee;
    ringing.delete(callee);
    for (const other of ringing) other.hangUp('answered elsewhere');
    caller.accept(description.text);
  }

  function over(callee: SipLeg, end: LegEnd): void {
    ringing.delete(callee);
    if (answered === callee) return caller.hangUp(end.detail);
    if (end.by !== 'local') refusal = end;
    if (answered === undefined && ringing.size === 0) caller.refuse(refusal?.status ?? 480, refusal?.detail);
  }

  caller.handlers = {
    ...passing(() => answered),
    onEnd() {
      for (const leg of ringing) leg.hangUp('the caller hung up');
      answered?.hangUp();
    },
  };
  for (const dial of ways) {
    const callee: SipLeg = dial({
      sdp: offer.text,
      handlers: {
        ...passing(() => caller),
        onProgress: (status) => status === 180 && caller.ring(),
        onEstablished: (description) => connect(callee, description),
        onEnd: (end) => over(callee, end),
      },
    });
    ringing.add(callee);
  }
}

/** Passes changes of the session to the other side. */
const passing = (other: () => SipLeg | undefined): Omit<LegHandlers, 'onEnd'> => ({
  onEstablished() {},
  async onReoffer(description) {
    const answer = description === undefined ? undefined : await other()?.reoffer(description.text);
    return answer === undefined ? notNow : { sdp: answer.text };
  },
  // Keys travel in the audio, which does not pass this server.
  onDigit() {},
  onRefer: () => false,
});
