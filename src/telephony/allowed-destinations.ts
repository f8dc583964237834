import type { TelephonyProvider } from './client.ts';

/** Restricts a provider to numbers that begin with one of the prefixes; an empty list allows any number. */
export function restrictDestinations(provider: TelephonyProvider, prefixes: readonly string[]): TelephonyProvider {
  if (prefixes.length === 0) return provider;
  const isAllowed = (number: string): boolean => prefixes.some((prefix) => number.startsWith(prefix));
  return {
    ...provider,
    async place(request, ...rest) {
      const { to, connectTo } = request;
      if ([to, connectTo].every((number) => number === undefined || isAllowed(number)))
        return provider.place(request, ...rest);
      const detail = `CALL_PREFIXES of this server allows calls to ${prefixes.join(', ')} only.`;
      return { kind: 'rejected', reason: 'invalid_number', detail };
    },
  };
}
