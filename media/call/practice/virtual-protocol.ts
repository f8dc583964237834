import type { Tools } from '../../ports.ts';
import type { VirtualPracticeCall, VirtualTalk } from './protocol.ts';
import type { PracticeModelsOptions } from './virtual-models.ts';

/** What the process of virtual calls offers. */
export type VirtualCallersOffer = {
  /** Opens the models, for the first call. Throws `model_missing`, `model_unreadable`. */
  open(options: PracticeModelsOptions): Promise<void>;
  call(argument: { readonly id: string; readonly call: VirtualPracticeCall }): Promise<VirtualTalk>;
  hangUp(argument: { readonly id: string }): void;
};

/** What the server offers it. */
export type VirtualCallersParentOffer = {
  tool(argument: {
    /** Of the call. */
    readonly id: string;
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  }): ReturnType<Tools['run']>;
};
