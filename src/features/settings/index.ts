export { createSecretSettings, placeOfSetting, type SecretSettings } from './service.ts';
export { createSettingStore } from './store.ts';
