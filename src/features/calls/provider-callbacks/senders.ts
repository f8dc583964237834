import type { OrganisationId } from '../../../data/index.ts';
import type { Providers, SignedCallback } from '../../../telephony/index.ts';
import type { Flow, Flows } from '../../campaigns/index.ts';
import type { Calls } from '../calls/index.ts';

/** Sender of a callback according to the provider's signature. */
export type Sender =
  /** `answering`: the flow that would answer the call, where the signature check has looked it up; null if none. */
  | { readonly kind: 'unsigned'; readonly answering?: Flow | null }
  | { readonly kind: 'signed'; readonly by: OrganisationId }
  /** Signed, but no organisation that the call may belong to has connected an account to verify it. */
  | { readonly kind: 'unchecked' }
  /** The signature is not valid for any of these accounts, or is missing although one requires it. */
  | { readonly kind: 'forged' };

/** The call that a callback is about. */
interface About {
  /** Name of the provider. */
  readonly dialect: string;
  readonly providerCallId: string | undefined;
  /** Set for calls that we placed. */
  readonly callUuid: string | undefined;
  readonly to: string | undefined;
  readonly mayBeNew: boolean;
}

/** `signed` is absent for an unsigned callback. */
export type SenderOf = (about: About, signed: SignedCallback | undefined) => Promise<Sender>;

export interface SendersOptions {
  readonly flows: Pick<Flows, 'answering' | 'claimants'>;
  readonly calls: Pick<Calls, 'ownersOf'>;
  readonly providers: Pick<Providers, 'get'>;
  /** Returns the key with which a provider signs for an organisation; undefined if unknown. */
  readonly signingKeyOf: (organisation: OrganisationId, provider: string) => Promise<string | undefined>;
  readonly now: () => Date;
  /** Returns whether an organisation rejects unsigned callbacks of a provider. */
  readonly requiresSignature: (organisation: OrganisationId, provider: string) => Promise<boolean>;
}

/** Maximum difference between the time that a provider has signed and the clock of this server. */
const longestClockSkewMs = 300_000;

/** Returns a function that checks who has sent a callback. */
export function createSenders(options: SendersOptions): SenderOf {
  const { flows, calls, providers, signingKeyOf, requiresSignature, now } = options;

  const knownOwnersOf = ({ dialect, providerCallId: id, callUuid, mayBeNew }: About): Promise<OrganisationId[]> =>
    calls.ownersOf({ dialect, providerCallId: id ?? '', mayBeNew, ...(callUuid === undefined ? {} : { callUuid }) });

  /**
   * Returns the organisations that decide on an unsigned callback: those of the call, or the one that would answer it.
   */
  async function refusersOf(about: About): Promise<{ owners: readonly OrganisationId[]; answering?: Flow | null }> {
    // Most answer requests are about new calls, and wait for both.
    const [owners, early] = await Promise.all([
      knownOwnersOf(about),
      about.mayBeNew ? flows.answering(about.to ?? '') : undefined,
    ]);
    if (owners.length > 0) return { owners };
    const answering = early ?? (about.mayBeNew ? undefined : await flows.answering(about.to ?? '')) ?? null;
    return {
      owners: answering === null ? await flows.claimants(about.to ?? '') : [answering.organisationId],
      answering,
    };
  }

  /** Returns the organisations of the call; for an unknown call, those of the called number. */
  async function ownersOf(about: About) {
    const owners = await knownOwnersOf(about);
    return [...new Set(owners.length > 0 ? owners : await flows.claimants(about.to ?? ''))];
  }

  return async (about, signed) => {
    const signature = providers.get(about.dialect)?.signature;
    if (signature === undefined) return { kind: 'unsigned' };
    if (signed === undefined) {
      const { owners: refusers, ...answer } = await refusersOf(about);
      const refuses = async (owner: OrganisationId): Promise<boolean> =>
        (signature.signsAll === true && (await signingKeyOf(owner, about.dialect)) !== undefined) ||
        requiresSignature(owner, about.dialect);
      const isRequired = await Promise.all(refusers.map(refuses));
      return isRequired.includes(true) ? { kind: 'forged' } : { kind: 'unsigned', ...answer };
    }
    const owners = await ownersOf(about);
    const isTimely =
      signed.signedAtMs === undefined || Math.abs(now().getTime() - signed.signedAtMs) <= longestClockSkewMs;
    let isChecked = false;
    for (const by of owners) {
      const key = await signingKeyOf(by, about.dialect);
      if (key !== undefined && isTimely && (await signature.isSignedBy(key, signed))) return { kind: 'signed', by };
      isChecked ||= key !== undefined;
    }
    return { kind: isChecked ? 'forged' : 'unchecked' };
  };
}
