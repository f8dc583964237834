export { createLanguageModel, type LanguageModel, type LanguageModelConfig } from './language-model.ts';
export { createSlots } from './slots.ts';
