export {
  createLanguageModel,
  type LanguageModel,
  type LanguageModelConfig,
  type LlmFailure,
} from './language-model.ts';
export { createSlots } from './slots.ts';
