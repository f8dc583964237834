import { expect, test } from 'vitest';
import type { LegHandlers, SessionDescription, SipLeg } from '../../media/index.ts';
import { createBridges } from '../../src/features/calls/phones/phone-bridge.ts';
import { createReplaceableLegs } from '../../src/features/calls/phones/replaceable-legs.ts';

const description = { text: 'v=0' } as SessionDescription;

function legOf(callId: string, parts: Partial<SipLeg> = {}) {
  const done: string[] = [];
  let isOver = false;
  const leg = {
    callId,
    offer: description,
    handlers: {} as LegHandlers,
    ring() {},
    accept: () => void done.push('accepted'),
    refuse: (status: number) => void done.push(`refused ${status}`),
    hangUp(reason?: string) {
      if (isOver) return;
      isOver = true;
      done.push(`hung up: ${reason}`);
      leg.handlers.onEnd({ by: 'local', detail: reason ?? '' });
    },
    reoffer: async () => description,
    refer: async () => 200,
    ...parts,
  } as unknown as SipLeg;
  /** The phone hangs up. */
  function leave(detail: string): void {
    isOver = true;
    leg.handlers.onEnd({ by: 'remote', detail });
  }
  return { leg, done, leave };
}

/** Two phones that talk. `reoffer` is the answer of the called one to a changed session. */
function talking(reoffer?: SipLeg['reoffer']) {
  const legs = createReplaceableLegs();
  const connect = createBridges(legs);
  const caller = legOf('caller');
  const callee = legOf('callee', reoffer === undefined ? {} : { reoffer });
  const dial = ({ handlers }: { readonly handlers: LegHandlers }): SipLeg => {
    callee.leg.handlers = handlers;
    return callee.leg;
  };
  connect(caller.leg, [{ dial }], 'ours');
  callee.leg.handlers.onEstablished(description);
  return { legs, caller, callee };
}

test('a leg that replaces another one talks to the rest of the call', async () => {
  const { legs, caller, callee } = talking();
  const next = legOf('next', { replaces: 'caller' });
  await legs.replace(next.leg, 'ours', true);
  expect([next.done, caller.done, callee.done]).toEqual([['accepted'], ['accepted', 'hung up: replaced'], []]);
  next.leave('BYE');
  expect(callee.done).toEqual(['hung up: BYE']);
});

test('another organisation replaces nothing', async () => {
  const { legs, caller } = talking();
  const next = legOf('next', { replaces: 'caller' });
  await legs.replace(next.leg, 'theirs', true);
  expect([next.done, caller.done]).toEqual([['refused 481'], ['accepted']]);
});

test('a leg that is over before the other phone agrees to it leaves nobody alone', async () => {
  let agree: (answer: SessionDescription) => void = () => {};
  const agreed = new Promise<SessionDescription>((resolve) => {
    agree = resolve;
  });
  const { legs, caller, callee } = talking(() => agreed);
  const next = legOf('next', { replaces: 'caller' });
  const replaced = legs.replace(next.leg, 'ours', true);
  next.leave('CANCEL');
  agree(description);
  await replaced;
  expect(next.done).toEqual([]);
  expect(callee.done).toEqual(['hung up: the other party hung up']);
  expect(caller.done).toEqual(['accepted', 'hung up: the other party hung up']);
});

test('a caller without an offer answers that of the other phone', () => {
  const connect = createBridges(createReplaceableLegs());
  const accepted: string[] = [];
  const accept = (who: string) => (sdp: string) => void accepted.push(`${who} ${sdp}`);
  const caller = legOf('caller', { offer: undefined, isOfferLate: true, accept: accept('caller') });
  const callee = legOf('callee', { accept: accept('callee') });
  const offers: (string | undefined)[] = [];
  const dial = ({ sdp, handlers }: { readonly sdp: string | undefined; readonly handlers: LegHandlers }): SipLeg => {
    offers.push(sdp);
    callee.leg.handlers = handlers;
    return callee.leg;
  };
  connect(caller.leg, [{ dial }], 'ours');
  callee.leg.handlers.onEstablished({ text: 'the offer' } as SessionDescription);
  caller.leg.handlers.onEstablished({ text: 'the answer' } as SessionDescription);
  expect([offers, accepted]).toEqual([[undefined], ['caller the offer', 'callee the answer']]);
  callee.leave('BYE');
  expect(caller.done).toEqual(['hung up: BYE']);
});

test('a leg without an offer that replaces another one is described to the rest by its answer', async () => {
  const offers: string[] = [];
  const reoffer = async (sdp: string): Promise<SessionDescription> => {
    offers.push(sdp);
    return description;
  };
  const { legs, caller, callee } = talking(reoffer);
  const accepted: string[] = [];
  const accept = (sdp: string): void => void accepted.push(sdp);
  const next = legOf('next', { replaces: 'caller', offer: undefined, isOfferLate: true, accept });
  await legs.replace(next.leg, 'ours', true);
  expect([accepted, caller.done]).toEqual([['v=0'], ['accepted']]);
  next.leg.handlers.onEstablished({ text: 'its answer' } as SessionDescription);
  await new Promise(setImmediate);
  expect([offers, caller.done]).toEqual([['its answer'], ['accepted', 'hung up: replaced']]);
  next.leave('BYE');
  expect(callee.done).toEqual(['hung up: BYE']);
});

test('a caller who has given up rings nobody', () => {
  const caller = legOf('caller', { isOver: true });
  createBridges(createReplaceableLegs())(caller.leg, [{ dial: () => expect.unreachable() }], 'ours');
  expect(caller.done).toEqual([]);
});

test('a trunk that takes the place of a phone asks the other one for no call', async () => {
  for (const canRefer of [true, false]) {
    const { legs } = talking();
    const next = legOf('next', { replaces: 'caller' });
    await legs.replace(next.leg, 'ours', canRefer);
    expect(await next.leg.handlers.onRefer('sip:103@parley')).toBe(canRefer ? 200 : undefined);
  }
});
