import type { TrunkBody } from '../../../server/sip-trunks.ts';

/** Splits a list that a person typed: by commas, blanks or lines. */
const partsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/**
 * Returns the request of a trunk's form.
 *
 * @param field - Returns the text of a field by its name.
 */
export function trunkBodyOf(field: (name: string) => string): TrunkBody {
  const given = (name: string): string | null => field(name).trim() || null;
  const countries = partsOf(field('allowed_countries')).map((code) => code.toUpperCase());
  return {
    name: field('name').trim(),
    from_number: field('from_number').trim(),
    registrar: field('registrar').trim(),
    transport: field('transport') as TrunkBody['transport'] & string,
    username: given('username'),
    auth_username: given('auth_username'),
    // An empty field keeps the stored password.
    ...(field('password') === '' ? {} : { password: field('password') }),
    register: field('register') === 'on',
    outbound_proxy: given('outbound_proxy'),
    number_prefix: field('number_prefix') as TrunkBody['number_prefix'] & string,
    allowed_addresses: partsOf(field('allowed_addresses')),
    // Without any, the server allows the country of the phone number.
    allowed_countries: countries,
    max_calls: Number(field('max_calls')),
    calls_per_minute: Number(field('calls_per_minute')),
    encrypted_audio: field('encrypted_audio') === 'on',
    wideband_audio: field('wideband_audio') === 'on',
    transfers: field('transfers') === 'on' ? 'refer' : 'bridge',
  };
}
