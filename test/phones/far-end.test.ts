import { expect, test } from 'vitest';
import type { LegHandlers, RtpAgreement, SessionDescription, SipLeg } from '../../media/index.ts';
import { parseSdp } from '../../media/sip/sdp.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { createFarEnds } from '../../src/features/calls/phones/far-end.ts';
import { createMediaSession } from '../../src/features/calls/phones/media-session.ts';
import { createReplaceableLegs } from '../../src/features/calls/phones/replaceable-legs.ts';
import { createTrunkInbound, type TrunkInboundOptions } from '../../src/features/calls/trunks/inbound-calls.ts';
import { trunkRow } from './trunk-row.ts';

const organisation = 'ours' as OrganisationId;

const describe = (port: number, codecs = '0'): SessionDescription =>
  parseSdp(
    Buffer.from(
      [
        'v=0',
        'o=- 1 1 IN IP4 192.0.2.9',
        's=-',
        'c=IN IP4 192.0.2.9',
        't=0 0',
        `m=audio ${port} RTP/AVP ${codecs}`,
        '',
      ].join('\r\n'),
    ),
  ) as SessionDescription;

/** A line whose far end is a phone, and a second phone with the extension 102. */
function scene({ canRefer = true, answers = describe(5000) } = {}) {
  const done: string[] = [];
  const updates: RtpAgreement[] = [];
  const legs = createReplaceableLegs();
  function legOf(callId: string, handlers = {} as LegHandlers, parts: Partial<SipLeg> = {}): SipLeg {
    let isOver = false;
    const leg = {
      callId,
      peer: { address: '192.0.2.9' },
      handlers,
      accept: () => void done.push(`${callId} accepted`),
      refuse: (status: number) => void done.push(`${callId} refused ${status}`),
      hangUp(reason?: string) {
        if (isOver) return;
        isOver = true;
        done.push(`${callId}: ${reason}`);
        leg.handlers.onEnd({ by: 'local', detail: reason ?? '' });
      },
      reoffer: async () => answers,
      ...parts,
    } as unknown as SipLeg;
    return leg;
  }
  const line = {
    port: 4000,
    key() {},
    update: (agreement: RtpAgreement) => void updates.push(agreement),
    addressTowards: () => '192.0.2.1',
  };
  const session = createMediaSession({ line, address: '192.0.2.1' });
  const first = describe(4998);
  const agreement = session.agree(first);
  if (agreement === undefined) throw new Error('no agreement');
  session.agreed(agreement, first);
  const rung: SipLeg[] = [];
  const farEnds = createFarEnds({
    legs,
    after: (_, then) => then(),
    waysTo: async (_, extension) =>
      extension === '102'
        ? [
            {
              peer: { transport: 'udp', address: '192.0.2.9', port: 5060 },
              dial({ handlers }) {
                const leg = legOf('target', handlers);
                rung.push(leg);
                return leg;
              },
            },
          ]
        : undefined,
  });
  const leg = legOf('first');
  const onEnd = (): void => void done.push('over');
  const farEnd = farEnds({ leg, line, session, organisation, shownAs: '100', canRefer, onEnd });
  leg.handlers = { ...farEnd.handlers, onEstablished() {} };
  const refer = (to: string): Promise<number> | undefined => leg.handlers.onRefer(`sip:${to}`);
  return { done, updates, legs, legOf, leg, farEnd, refer, rung };
}

const settled = (): Promise<void> => new Promise(setImmediate);

test('the phone that answers a transfer gets the line, and the one that asked for it is hung up', async () => {
  const { done, updates, refer, rung, leg } = scene();
  const outcome = refer('102@parley');
  await settled();
  rung[0]?.handlers.onEstablished(describe(5000));
  expect(await outcome).toBe(200);
  expect(updates.map(({ remotePort }) => remotePort)).toEqual([5000]);
  expect(done).toEqual(['first: transferred']);
  expect(leg.handlers.onReoffer(describe(4998))).toEqual({ status: 488 });
  rung[0]?.handlers.onEnd({ by: 'remote', detail: 'BYE' });
  expect(done.at(-1)).toBe('over');
});

test('a phone that leaves while the other one rings leaves a line on hold, which ends if nobody answers', async () => {
  const { done, updates, refer, rung, leg } = scene();
  const outcome = refer('102@parley');
  await settled();
  leg.handlers.onEnd({ by: 'remote', detail: 'BYE' });
  expect(updates.map(({ sends, receives }) => [sends, receives])).toEqual([[false, false]]);
  expect(done).toEqual([]);
  rung[0]?.handlers.onEnd({ by: 'remote', status: 486, detail: '486 Busy Here' });
  expect(await outcome).toBe(486);
  expect(done).toEqual(['over']);
});

test('a call that ends while another phone rings stops it, also once the first one has left', async () => {
  const { done, refer, rung, leg, farEnd } = scene();
  const outcome = refer('102@parley');
  await settled();
  leg.handlers.onEnd({ by: 'remote', detail: 'BYE' });
  farEnd.hangUp('the agent said goodbye');
  rung[0]?.handlers.onEstablished(describe(5000));
  await outcome;
  expect(done).toEqual(['first: the agent said goodbye', 'target: the transfer is over', 'over']);
});

test('a phone without the codec of the line does not get it', async () => {
  const { done, updates, refer, rung } = scene();
  const outcome = refer('102@parley');
  await settled();
  rung[0]?.handlers.onEstablished(describe(5000, '8'));
  expect(await outcome).toBe(480);
  expect([updates, done]).toEqual([[], ['target: no common codec']]);
});

test('one transfer runs at a time, none from a trunk, and none to nobody', async () => {
  const { refer } = scene();
  const outcome = refer('102@parley');
  expect(refer('102@parley')).toBeUndefined();
  void outcome;
  expect(scene({ canRefer: false }).refer('102@parley')).toBeUndefined();
  expect(scene().refer('parley')).toBeUndefined();
  expect(await scene().refer('999@parley')).toBe(404);
  expect(await scene().refer('102@parley?Replaces=gone%3Bto-tag%3D1')).toBe(481);
});

test('the other leg of a named call gets the line, and that call is hung up', async () => {
  const { done, updates, legs, legOf, refer } = scene();
  const [mine, other] = [legOf('consultation'), legOf('colleague')];
  const release = (): void => void done.push('released');
  legs.add(mine, organisation, { replace: async () => {}, other: () => other, release });
  expect(await refer('102@parley?Replaces=consultation%3Bto-tag%3D1')).toBe(200);
  expect(updates.map(({ remotePort }) => remotePort)).toEqual([5000]);
  expect(done).toEqual(['released', 'first: transferred']);
  other.handlers.onEnd({ by: 'remote', detail: 'BYE' });
  expect(done.at(-1)).toBe('over');
});

test('a leg takes the place of the one that it names, in its organisation and with its audio only', async () => {
  const { done, updates, legs, legOf } = scene();
  const next = (name: string, codecs: string) =>
    legOf(name, {} as LegHandlers, { replaces: 'first', offer: describe(6000, codecs), isOfferLate: false });
  await legs.replace(next('stranger', '0'), 'theirs', true);
  await legs.replace(next('other codec', '8'), organisation, true);
  await legs.replace(next('next', '0'), organisation, true);
  expect(done).toEqual(['stranger refused 481', 'other codec refused 488', 'next accepted', 'first: replaced']);
  expect(updates.map(({ remotePort }) => remotePort)).toEqual([6000]);
});

/** A leg that names the first one as the call whose place it takes. */
const pickUp = ({ legOf }: ReturnType<typeof scene>, parts: Partial<SipLeg> = {}): SipLeg =>
  legOf('next', {} as LegHandlers, { replaces: 'first', offer: describe(6000), isOfferLate: false, ...parts });

test('a caller who has given up does not get the line', async () => {
  const ours = scene();
  await ours.legs.replace(pickUp(ours, { isOver: true }), organisation, true);
  expect([ours.updates, ours.done]).toEqual([[], []]);
  ours.farEnd.hangUp('the agent said goodbye');
  expect(ours.done).toEqual(['first: the agent said goodbye', 'over']);
});

test('a leg that takes the place while another phone rings stops it', async () => {
  const ours = scene();
  const outcome = ours.refer('102@parley');
  await settled();
  await ours.legs.replace(pickUp(ours), organisation, true);
  await outcome;
  expect(ours.done).toEqual(['next accepted', 'target: the transfer is over', 'first: replaced']);
});

test('a trunk that takes the place of a phone may not transfer the call, and a phone that takes that of a trunk may', async () => {
  for (const isPhone of [false, true]) {
    const ours = scene({ canRefer: !isPhone });
    const next = pickUp(ours);
    await ours.legs.replace(next, organisation, isPhone);
    const outcome = next.handlers.onRefer('sip:102@parley');
    expect(outcome !== undefined).toBe(isPhone);
  }
});

test.each(['the line is taken by another leg', 'the call ends'])(
  'a named call whose leg was asked is over if %s meanwhile',
  async (event) => {
    const ours = scene();
    let agreed: (description: SessionDescription) => void = () => {};
    const other = ours.legOf('colleague', { onEnd() {} } as unknown as LegHandlers, {
      reoffer: () => new Promise((resolve) => (agreed = resolve)),
    });
    const release = (): void => void ours.done.push('released');
    ours.legs.add(ours.legOf('consultation'), organisation, { replace: async () => {}, other: () => other, release });
    const outcome = ours.refer('102@parley?Replaces=consultation');
    if (event === 'the call ends') ours.farEnd.hangUp('goodbye');
    else await ours.legs.replace(pickUp(ours), organisation, true);
    agreed(describe(5000));
    expect(await outcome).toBe(487);
    expect(ours.done.at(-1)).toBe('colleague: the transfer failed');
    expect(ours.done).not.toContain('released');
  },
);

test('a trunk with encryption does not get the line with plain audio, and one without it does', async () => {
  for (const encryptedAudio of [true, false]) {
    const ours = scene();
    const row = trunkRow({ organisationId: organisation, encryptedAudio });
    const options = { find: () => row, replaceable: ours.legs } as unknown as TrunkInboundOptions;
    await createTrunkInbound(options)(pickUp(ours), 'trunk');
    expect(ours.done[0]).toBe(encryptedAudio ? 'next refused 488' : 'next accepted');
  }
});
