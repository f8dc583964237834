import type { ModelListTrouble, ServedModel } from '../../../llm/index.ts';
import type { ModelRoutings } from './service.ts';

export interface RoutedLanguageModelOptions {
  readonly routings: Pick<ModelRoutings, 'get'>;
  /** Asks a server for its model, for `timeoutMs` at most. */
  readonly ask: (address: string, timeoutMs: number) => Promise<ServedModel | ModelListTrouble>;
  readonly nowMs: () => number;
  readonly onTrouble: (trouble: ModelListTrouble) => void;
}

/** A call begins without the model where its server takes longer. */
const timeoutMs = 1000;
/** A server may be restarted with another model. */
const freshMs = 60_000;
/** Calls do not wait again for a server that has just failed. */
const restMs = 15_000;

interface Known {
  readonly address: string;
  readonly served: ServedModel | undefined;
  readonly untilMs: number;
}

/** The model of the server that the stage `vllm` names; undefined where the stage is off or its server does not answer. */
export function createRoutedLanguageModel(options: RoutedLanguageModelOptions) {
  const { routings, ask, nowMs, onTrouble } = options;
  let current: Known | undefined;
  let asking: { readonly address: string; readonly answer: Promise<ServedModel | undefined> } | undefined;

  function askNow(address: string): Promise<ServedModel | undefined> {
    if (asking?.address === address) return asking.answer;
    const answer = ask(address, timeoutMs).then((servedModel) => {
      const served = typeof servedModel === 'object' ? servedModel : undefined;
      if (typeof servedModel === 'string') onTrouble(servedModel);
      current = { address, served, untilMs: nowMs() + (served === undefined ? restMs : freshMs) };
      if (asking?.answer === answer) asking = undefined;
      return served;
    });
    asking = { address, answer };
    return answer;
  }

  return async (): Promise<ServedModel | undefined> => {
    const { enabled, url } = (await routings.get()).vllm;
    if (!enabled || url === null) return undefined;
    if (current?.address !== url) return askNow(url);
    if (nowMs() < current.untilMs) return current.served;
    // The next call asks again; this one does not wait for a model that has worked.
    const answer = askNow(url);
    return current.served ?? answer;
  };
}
