export { reseal } from './reseal.ts';
export { createSecretSettings, placeOfSetting, type SecretSettings } from './service.ts';
export { createAllSettings, createSettingStore } from './store.ts';
