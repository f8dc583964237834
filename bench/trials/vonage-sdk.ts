import { findNodePackages } from './node-packages.ts';

type Fields = Readonly<Record<string, unknown>>;
/** An `Input` needs its keys at once; the first argument of the others is replaced. */
type ActionOf = new (first?: unknown) => object;

interface VoiceModule {
  readonly NCCOBuilder: new () => { addAction(action: object): unknown; build(): readonly object[] };
  readonly Talk: ActionOf;
  readonly Conversation: ActionOf;
  readonly Input: ActionOf;
  readonly Connect: ActionOf;
}

interface JwtModule {
  tokenGenerate(applicationId: string, privateKey: string): string;
  verifySignature(token: string, key: string): boolean;
}

export type VonageSdk =
  | ({
      readonly ok: true;
      /** Returns actions of the SDK, of these classes and with these fields, as they are sent. */
      actions(
        ...actions: readonly (readonly ['Talk' | 'Conversation' | 'Input' | 'Connect', Fields])[]
      ): readonly unknown[];
    } & JwtModule)
  | { readonly ok: false; readonly reason: string };

/** Finds the provider's own SDK for Node in the cache or fetches it there with npm. */
export async function findVonageSdk(env: NodeJS.ProcessEnv): Promise<VonageSdk> {
  const packages = await findNodePackages('vonage', env);
  if (!packages.ok) return packages;
  const { tokenGenerate, verifySignature } = packages.require('@vonage/jwt') as JwtModule;
  const voice = packages.require('@vonage/voice') as VoiceModule;
  return {
    ok: true,
    tokenGenerate,
    verifySignature,
    actions(...actions) {
      const builder = new voice.NCCOBuilder();
      for (const [name, fields] of actions) builder.addAction(Object.assign(new voice[name](fields.dtmf), fields));
      return JSON.parse(JSON.stringify(builder.build())) as readonly unknown[];
    },
  };
}
