import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { openWorld } from './transfer-world.ts';

onEachDatabase('a teammate who takes a call', ({ place }) => {
  test('a teammate who hangs up during the hand-over does not stay in the room', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.beside.moving = async () => {
      delete call.beside.moving;
      expect(call.inRoom.caller).toBe(true);
      await call.leave();
    };
    await call.pickUp();
    expect(call.legs).toEqual({ caller: 'over', teammate: 'over' });
    expect(await call.row()).toMatchObject({ result: 'accepted', finishedAt: expect.any(String) });
  });

  test('a teammate who accepts after the caller hung up hears at once that the call is over', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.beside.isGone = true;
    await call.pickUp();
    expect(call.inRoom.teammate).toBe(false);
    expect(await call.row()).toMatchObject({ result: 'failed', joinedAt: null });
  });

  test('a teammate does not stay in the room when the end of the caller’s leg is reported', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.beside.moving = async () => {
      call.beside.isGone = true;
    };
    await call.pickUp();
    expect(call.legs).toEqual({ caller: 'over', teammate: 'over' });
    expect(await call.row()).toMatchObject({ result: 'accepted', finishedAt: expect.any(String) });
  });

  test('a teammate has the caller in the room, though the provider’s response is lost', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.sending.isAnswered = false;
    await call.pickUp();
    expect([call.isTogether(), (await call.row())?.result]).toEqual([true, 'accepted']);
  });

  test('a caller whom the provider has not moved stays with the agent', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    Object.assign(call.sending, { isAnswered: false, isCarriedOut: false });
    await call.pickUp();
    expect(call.legs).toEqual({ caller: 'live', teammate: 'over' });
    expect((await call.row())?.result).toBe('failed');
  });

  test('a teammate whose end is reported at the same moment does not stay in the room', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.beside.read = call.pickUp;
    await call.leave();
    expect(call.legs).toEqual({ caller: 'over', teammate: 'over' });
    expect(await call.row()).toMatchObject({ result: 'accepted', finishedAt: expect.any(String) });
  });

  test('telephony_b: a teammate is called again if the end of the first call was reported as they pressed 1', async () => {
    const call = await (await openWorld(await place(), 'telephony_b')).begin();
    call.start();
    await call.transfer();
    call.beside.read = async () => {
      call.press('1');
      await expect.poll(async () => (await call.row())?.joinedAt).not.toBeNull();
    };
    await call.leave();
    expect(await call.dialled()).toMatchObject({ destination: { numbers: ['+12025550109'] } });
    expect((await call.row())?.result).toBe('accepted');
  });
});
