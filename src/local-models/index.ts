export { createLocalModels, type LocalModels } from './local-models.ts';
