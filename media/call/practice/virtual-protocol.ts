import type { HandedOver, Tools } from '../../ports.ts';
import type { VirtualPracticeCall, VirtualTalk } from './protocol.ts';
import type { PracticeModelsOptions } from './virtual-models.ts';

/** Functions of the process for virtual calls. */
export type VirtualCallersOffer = {
  /** Opens the models, for the first call. Throws `model_missing`, `model_unreadable`. */
  open(options: PracticeModelsOptions): Promise<void>;
  call(argument: { readonly id: string; readonly call: VirtualPracticeCall }): Promise<VirtualTalk>;
  hangUp(argument: { readonly id: string }): void;
};

/** Functions of the server that the process calls. */
export type VirtualCallersParentOffer = {
  tool(argument: {
    /** Id of the call. */
    readonly id: string;
    readonly name: string;
    readonly args: Readonly<Record<string, unknown>>;
  }): ReturnType<Tools['run']>;
  handOver(argument: { readonly id: string; readonly agent: string }): Promise<HandedOver | undefined>;
};
