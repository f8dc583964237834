import type { PracticeCall, PracticeTalk } from './protocol.ts';

export interface CallerThreadConfig {
  readonly modelsDir: string;
  /** Execution providers in order of preference. */
  readonly providers: readonly string[];
}

export type CallerThreadOffer = {
  call(argument: { readonly id: string; readonly call: PracticeCall }): Promise<PracticeTalk>;
  hangUp(argument: { readonly id: string }): void;
  close(argument: undefined): Promise<void>;
};
