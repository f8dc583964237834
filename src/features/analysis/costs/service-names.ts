import type { CallPart } from '../../../data/index.ts';
import { registeredProviders } from '../../../telephony/index.ts';

/** Telephony providers by the names that calls have, and the trunks of this server. */
export const telephonyServices: readonly { readonly service: string; readonly name: string }[] = [
  ...registeredProviders.flatMap((row) => ('planned' in row ? [] : [{ service: row.name, name: row.displayName }])),
  { service: 'sip', name: 'SIP' },
];

const providers = new Map(telephonyServices.map(({ service, name }) => [service, name]));

/** Returns the name of a service for people: of a telephony provider its own, of others that of the newest calls. */
export const serviceName = (part: CallPart, service: string, latest: string = service): string =>
  part === 'telephony' ? (providers.get(service) ?? service) : latest;
