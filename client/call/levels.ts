import { floorDbfs } from '../audio/level.ts';

/** Values that change many times a second, kept outside React's state so that only meters redraw. */
export interface Levels {
  callerDbfs: number;
  agentDbfs: number;
  /** Duration of agent audio sent to the loudspeaker. */
  playedMs: number;
  gaps: number;
}

export const createLevels = (): Levels => ({ callerDbfs: floorDbfs, agentDbfs: floorDbfs, playedMs: 0, gaps: 0 });

export function resetLevels(levels: Levels): void {
  Object.assign(levels, createLevels());
}
