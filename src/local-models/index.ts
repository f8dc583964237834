export { createLocalModels, type LocalModels } from './local-models.ts';
export { promptOwnerHeaders } from './prompt-owner.ts';
