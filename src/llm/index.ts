export { type CurrentModel, createCurrentModel } from './current-model.ts';
export { failureSentence } from './failure-sentences.ts';
export {
  createLanguageModel,
  type LanguageModel,
  type LanguageModelConfig,
  type LlmFailure,
} from './language-model.ts';
export { type Rehearsed, rehearseCall } from './rehearsal.ts';
export { type ReplyUsage, replyUsageOf, turnUsageOf, usageTotalOf } from './reply-usage.ts';
export { type ModelListTrouble, type ServedModel, servedModelAt } from './served-model.ts';
