import type { LineRateHz } from '../../line/audio.ts';
import type { Caption } from '../../line/wire.ts';
import type { NamedPerson, TakeOver } from '../../ports.ts';

/** A person who listens, on the thread or node of their stream. */
export interface Listener {
  heard(stereo: Int16Array, rateHz: number): void;
  caption(caption: Caption): void;
  speaks(on: boolean): void;
  end(reason: string): void;
}

/** A call, on the thread or node that carries it. */
export interface ListenedCall {
  /** Resolves to undefined if the call has ended. */
  listen(on: boolean): Promise<LineRateHz | undefined>;
  takeOver(id: string, person: NamedPerson): Promise<TakeOver>;
  handBack(id: string, lost: boolean): void;
  voice(id: string, samples: Float32Array): void;
}

/** Connects listeners with their calls. Runs on the main thread, only forwards, and never waits for a listener. */
export interface SupervisionHub {
  join(id: string, callUuid: string, listener: Listener): Promise<LineRateHz | 'gone' | 'full'>;
  leave(id: string, lost: boolean): void;
  voice(id: string, samples: Float32Array): void;
  /** Forwards audio of a call to its listeners. */
  heard(callUuid: string, rateHz: number, stereo: Int16Array): void;
  caption(callUuid: string, caption: Caption): void;
  /** Called when no person speaks instead of the agent of this call any more. */
  released(callUuid: string): void;
  /** Called when the call has ended, which also ends its listeners' streams. */
  callOver(callUuid: string): void;
  takeOver(id: string, person: NamedPerson): Promise<TakeOver>;
  /** Returns false if this person does not speak instead of an agent. */
  handBack(id: string): boolean;
  readonly listeners: number;
}

interface Room {
  readonly call: ListenedCall;
  readonly listeners: Map<string, Listener>;
  speaker: string | undefined;
}

export interface SupervisionLimits {
  readonly perCall: number;
  readonly inAll: number;
}

/** Each listener costs as much outgoing data as a test call in the browser. */
const defaultLimits: SupervisionLimits = { perCall: 5, inAll: 100 };

export function createSupervisionHub(
  callOf: (callUuid: string) => ListenedCall | undefined,
  limits: SupervisionLimits = defaultLimits,
): SupervisionHub {
  const rooms = new Map<string, Room>();
  const callOfListener = new Map<string, string>();

  const roomOf = (id: string): Room | undefined => rooms.get(callOfListener.get(id) ?? '');

  function remove(id: string): { readonly room: Room; readonly callUuid: string } | undefined {
    const callUuid = callOfListener.get(id);
    const room = rooms.get(callUuid ?? '');
    callOfListener.delete(id);
    if (room === undefined || callUuid === undefined) return undefined;
    room.listeners.delete(id);
    if (room.listeners.size === 0) {
      rooms.delete(callUuid);
      void room.call.listen(false).catch(() => {});
    }
    return { room, callUuid };
  }

  return {
    async join(id, callUuid, listener) {
      const call = rooms.get(callUuid)?.call ?? callOf(callUuid);
      if (call === undefined) return 'gone';
      const room = rooms.get(callUuid) ?? { call, listeners: new Map(), speaker: undefined };
      if (room.listeners.size >= limits.perCall || callOfListener.size >= limits.inAll) return 'full';
      rooms.set(callUuid, room);
      room.listeners.set(id, listener);
      callOfListener.set(id, callUuid);
      const rateHz = await call.listen(true).catch(() => undefined);
      if (rateHz !== undefined && callOfListener.has(id)) return rateHz;
      remove(id);
      return 'gone';
    },
    leave(id, lost) {
      const left = remove(id);
      if (left?.room.speaker !== id) return;
      left.room.speaker = undefined;
      left.room.call.handBack(id, lost);
    },
    voice(id, samples) {
      const room = roomOf(id);
      if (room?.speaker === id) room.call.voice(id, samples);
    },
    heard(callUuid, rateHz, stereo) {
      for (const listener of rooms.get(callUuid)?.listeners.values() ?? []) listener.heard(stereo, rateHz);
    },
    caption(callUuid, caption) {
      for (const listener of rooms.get(callUuid)?.listeners.values() ?? []) listener.caption(caption);
    },
    released(callUuid) {
      const room = rooms.get(callUuid);
      if (room?.speaker === undefined) return;
      room.listeners.get(room.speaker)?.speaks(false);
      room.speaker = undefined;
    },
    callOver(callUuid) {
      const room = rooms.get(callUuid);
      rooms.delete(callUuid);
      for (const [id, listener] of room?.listeners ?? []) {
        callOfListener.delete(id);
        listener.end('call_over');
      }
    },
    async takeOver(id, person) {
      const room = roomOf(id);
      if (room === undefined) return 'gone';
      if (room.speaker === id) return 'taken';
      if (room.speaker !== undefined) return 'not_now';
      const result = await room.call.takeOver(id, person).catch(() => 'gone' as const);
      if (result !== 'taken') return result;
      // A person whose stream has ended meanwhile must not speak.
      if (roomOf(id) !== room) {
        room.call.handBack(id, true);
        return 'gone';
      }
      room.speaker = id;
      room.listeners.get(id)?.speaks(true);
      return 'taken';
    },
    handBack(id) {
      const room = roomOf(id);
      if (room?.speaker !== id) return false;
      room.speaker = undefined;
      room.listeners.get(id)?.speaks(false);
      room.call.handBack(id, false);
      return true;
    },
    get listeners() {
      return callOfListener.size;
    },
  };
}
