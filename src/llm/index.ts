export { createLanguageModel, type LanguageModel, type LanguageModelConfig } from './language-model.ts';
