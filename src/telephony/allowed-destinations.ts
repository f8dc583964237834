import type { TelephonyProvider } from './client.ts';

/** A provider that is asked only for numbers that begin with one of these; any number where none is given. */
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
