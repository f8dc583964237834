import { type ProviderSettings, type RegisteredName, registeredProviders } from '../telephony/index.ts';

export interface TelephonyConfig {
  /** Allowed prefixes of dialled numbers; empty allows any. */
  readonly callPrefixes: readonly string[];
  /** Hosts in private networks that organisations may name as their own provider's server. */
  readonly allowedHosts: readonly string[];
  /** The operator's settings of each provider, by name. */
  readonly settings: Readonly<Record<string, ProviderSettings>>;
}

type BaseUrlVariable = `${Uppercase<RegisteredName>}_BASE_URL`;
type PaceVariable = `${Uppercase<RegisteredName>}_CALLS_PER_SECOND`;
type NetworksVariable = `${Uppercase<RegisteredName>}_NETWORKS`;

/** Values of the providers' variables. Those for telephony_b's rate have the name used in its documentation. */
export type TelephonyVariables = { readonly [Name in BaseUrlVariable]?: string | undefined } & {
  readonly [Name in PaceVariable]?: number | undefined;
} & {
  readonly [Name in NetworksVariable]?: readonly string[] | undefined;
} & {
  readonly EXOTEL_SAMPLE_RATE?: number | undefined;
  readonly TELEPHONY_ALLOWED_HOSTS?: readonly string[] | undefined;
  readonly CALL_PREFIXES?: readonly string[] | undefined;
};

const connectable = registeredProviders.flatMap((row): { readonly name: RegisteredName }[] =>
  'planned' in row ? [] : [row],
);

/** Defines a variable for each connectable provider, with one schema for all. */
export const ofEachProvider = <Suffix extends string, Schema>(suffix: Suffix, schema: Schema) =>
  Object.fromEntries(connectable.map(({ name }) => [`${name.toUpperCase()}_${suffix}`, schema])) as Record<
    `${Uppercase<RegisteredName>}_${Suffix}`,
    Schema
  >;

const rateVariables: Readonly<Partial<Record<RegisteredName, 'EXOTEL_SAMPLE_RATE'>>> = {
  telephony_b: 'EXOTEL_SAMPLE_RATE',
};

export function telephonyConfigOf(env: TelephonyVariables): TelephonyConfig {
  const settings = Object.fromEntries(connectable.map(({ name }) => [name, settingsOf(name, env)]));
  return {
    settings,
    callPrefixes: env.CALL_PREFIXES ?? [],
    allowedHosts: env.TELEPHONY_ALLOWED_HOSTS ?? [],
  };
}

function settingsOf(name: RegisteredName, env: TelephonyVariables): ProviderSettings {
  const prefix = name.toUpperCase() as Uppercase<RegisteredName>;
  const baseUrl = env[`${prefix}_BASE_URL`];
  const callsPerSecond = env[`${prefix}_CALLS_PER_SECOND`];
  const networks = env[`${prefix}_NETWORKS`];
  const streamRateVariable = rateVariables[name];
  const streamRateHz = streamRateVariable && env[streamRateVariable];
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(callsPerSecond === undefined ? {} : { callsPerSecond }),
    ...(networks === undefined ? {} : { networks }),
    ...(streamRateHz === undefined ? {} : { streamRateHz }),
    ...(streamRateVariable === undefined ? {} : { streamRateVariable }),
  };
}
