import type { ReportKind } from '../../src/telephony/index.ts';
import type { Emulated } from './outbound-app.ts';

export type Form = Readonly<Record<string, string>>;
export type Fields = Readonly<Record<string, unknown>>;

export interface ProviderUnderTest extends Emulated {
  /** Fields of the provider's request to the answer address for an inbound call. */
  readonly incoming: (call: { readonly id: string; readonly from: string; readonly to: string }) => Fields;
  /** How it reports the end of a call. */
  readonly end: { readonly kind: ReportKind; readonly form: (id: string) => Fields };
  /** How it reports that a placed call rings. */
  readonly ring: { readonly kind: ReportKind; readonly form: (id: string) => Fields };
  /** An event that nobody has heard of, as the report of the end. */
  readonly unknown: (id: string) => Fields;
  /** What a signature covers. */
  readonly seals: { readonly url: boolean; readonly fields: boolean; readonly time: boolean } | 'nothing';
  /** Whether it sends JSON in place of a form. */
  readonly sendsJson?: true;
  /** Invalid values of `auth_id`. */
  readonly wrongAuthIds: readonly string[];
}
