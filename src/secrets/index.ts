export { type AddressHolder, type AddressTokens, createAddressTokens } from './address-tokens.ts';
export { createSealer, type Sealer, type SecretPlace, type SecretTrouble, secretTroubles } from './sealer.ts';
export { keepSecretFile } from './secret-file.ts';
export { openSettingsSealer } from './settings-key.ts';
