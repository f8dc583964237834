import type { TurnInput, TurnOutput } from '../../media/line/turn.ts';
import type { TurnMachine } from '../../media/turn/machine.ts';

export const run = (machine: TurnMachine, inputs: readonly TurnInput[]): TurnOutput[] =>
  inputs.flatMap((input) => [...machine.step(input)]);

export const tick = (atMs: number): TurnInput => ({ type: 'tick', atMs });
export const started = (onsetMs: number, atMs = onsetMs + 64): TurnInput => ({ type: 'speech_started', onsetMs, atMs });
export const paused = (endMs: number, atMs = endMs + 100): TurnInput => ({ type: 'speech_paused', endMs, atMs });
export const resumed = (atMs: number): TurnInput => ({ type: 'speech_resumed', atMs });
export const final = (pauseId: number, text: string): TurnInput => ({ type: 'words', final: true, pauseId, text });
export const partial = (text: string): TurnInput => ({ type: 'words', final: false, text });
export const verdict = (pauseId: number, probability: number): TurnInput => ({ type: 'verdict', pauseId, probability });
export const reply = (audible: boolean, atMs: number): TurnInput => ({ type: 'reply', audible, atMs });
