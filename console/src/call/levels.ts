import { floorDbfs } from '../audio/level.ts';

/** What is measured many times a second; outside of React's state, so that meters alone redraw. */
export interface Levels {
  callerDbfs: number;
  agentDbfs: number;
  /** Agent audio that really left for the loudspeaker. */
  playedMs: number;
  gaps: number;
}

export const createLevels = (): Levels => ({ callerDbfs: floorDbfs, agentDbfs: floorDbfs, playedMs: 0, gaps: 0 });

export function resetLevels(levels: Levels): void {
  Object.assign(levels, createLevels());
}
