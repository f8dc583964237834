import { ModelsFault } from './fault.ts';
import { type Model, manifest } from './manifest.ts';

/** Returns the models of the named sets and roles, in manifest order. Throws `unknown_model`. */
export function chooseModels(names: readonly string[], from: readonly Model[] = manifest): readonly Model[] {
  for (const name of names) {
    if (!from.some((model) => model.role === name || model.set === name)) {
      throw new ModelsFault('unknown_model', `unknown model or model set "${name}"`);
    }
  }
  return from.filter((model) => names.includes(model.role) || names.includes(model.set));
}
