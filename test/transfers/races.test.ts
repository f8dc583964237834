import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { openWorld } from './transfer-world.ts';

onEachDatabase('a teammate who takes a call', ({ place }) => {
  test('and hangs up while the caller goes over leaves nobody in the room', async () => {
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

  test('just after the caller hung up hears that the call is over, at once', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.beside.isGone = true;
    await call.pickUp();
    expect(call.inRoom.teammate).toBe(false);
    expect(await call.row()).toMatchObject({ result: 'failed', joinedAt: null });
  });

  test('as the end of the caller’s leg is told is not left in the room', async () => {
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

  test('has the caller who is in the room, though the provider’s answer is lost', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.sending.isAnswered = false;
    await call.pickUp();
    expect([call.isTogether(), (await call.row())?.result]).toEqual([true, 'accepted']);
  });

  test('leaves the caller to the agent, where the provider has not sent them over', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    Object.assign(call.sending, { isAnswered: false, isCarriedOut: false });
    await call.pickUp();
    expect(call.legs).toEqual({ caller: 'live', teammate: 'over' });
    expect((await call.row())?.result).toBe('failed');
  });

  test('and whose end is told as it becomes known that they do leaves nobody in the room', async () => {
    const call = await (await openWorld(await place())).begin();
    call.start();
    await call.transfer();
    call.beside.read = call.pickUp;
    await call.leave();
    expect(call.legs).toEqual({ caller: 'over', teammate: 'over' });
    expect(await call.row()).toMatchObject({ result: 'accepted', finishedAt: expect.any(String) });
  });

  test('at telephony_b is rung again, though the end of the first call was being told as they pressed 1', async () => {
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
