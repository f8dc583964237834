import { expect, test } from 'vitest';
import { registeredProviders } from '../../src/telephony/index.ts';
import { providerContract } from './provider.contract.ts';
import { providersUnderTest } from './providers-under-test.ts';

for (const tested of providersUnderTest) providerContract(tested);

test('every registered provider that can be connected is tested', () => {
  const connectable = registeredProviders.flatMap((row) => ('planned' in row ? [] : [row.name as string]));
  expect(providersUnderTest.map(({ module }) => module.name)).toEqual([...connectable, 'toy']);
});
