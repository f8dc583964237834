import { findNodePackages } from './node-packages.ts';

type Params = Readonly<Record<string, unknown>>;

/** Request of the SDK, before it is sent. */
interface SdkRequest {
  readonly method: string;
  readonly uri: string;
  readonly username?: string;
  readonly password?: string;
  readonly params?: Params;
  readonly data?: Params;
}

/** Requests of the SDK, and its answers for a call. */
export interface SdkClient {
  readonly calls: ((sid: string) => {
    fetch(): Promise<SdkCall>;
    update(params: Params): Promise<SdkCall>;
    readonly recordings: { list(): Promise<readonly SdkRecording[]> };
  }) & { create(params: Params): Promise<SdkCall>; list(params: Params): Promise<readonly SdkCall[]> };
  readonly incomingPhoneNumbers: { list(params: Params): Promise<readonly { readonly phoneNumber: string }[]> };
}

export interface SdkCall {
  readonly sid: string;
  readonly status: string;
  readonly direction: string;
  readonly from: string;
  readonly to: string;
  readonly dateCreated: Date;
}

export interface SdkRecording {
  readonly sid: string;
  readonly callSid: string;
  readonly status: string;
  readonly startTime: Date;
  readonly channels: number;
}

/** An element of a document of the SDK. */
export type SdkElement = Readonly<Record<string, (attributes?: object | string, text?: string) => SdkElement>> & {
  toString(): string;
};

interface SdkModule {
  (
    accountSid: string,
    authToken: string,
    options: { readonly httpClient: { request(request: SdkRequest): Promise<object> } },
  ): SdkClient;
  getExpectedTwilioSignature(authToken: string, url: string, params: Params): string;
  validateRequest(authToken: string, signature: string, url: string, params: Params): boolean;
  readonly twiml: { readonly VoiceResponse: new () => SdkElement };
}

export type TwilioSdk =
  | {
      readonly ok: true;
      /** Signs like the provider. */
      sign(authToken: string, url: string, params: Params): string;
      /** Verifies like a customer of the provider. */
      verifies(authToken: string, signature: string, url: string, params: Params): boolean;
      document(): SdkElement;
      /** Opens a client whose requests go to `baseUrl`; `sent` receives each, as `METHOD path?query body`. */
      open(account: { readonly authId: string; readonly authToken: string }, options: OpenOptions): SdkClient;
    }
  | { readonly ok: false; readonly reason: string };

export interface OpenOptions {
  readonly baseUrl: string;
  readonly sent: string[];
}

/** Finds the provider's own SDK for Node in the cache or fetches it there with npm. */
export async function findTwilioSdk(env: NodeJS.ProcessEnv): Promise<TwilioSdk> {
  const packages = await findNodePackages('twilio', env);
  if (!packages.ok) return packages;
  const sdk = packages.require('twilio') as SdkModule;
  return {
    ok: true,
    sign: (authToken, url, params) => sdk.getExpectedTwilioSignature(authToken, url, params),
    verifies: (authToken, signature, url, params) => sdk.validateRequest(authToken, signature, url, params),
    document: () => new sdk.twiml.VoiceResponse(),
    open: ({ authId, authToken }, options) =>
      sdk(authId, authToken, { httpClient: { request: (request) => forward(request, options) } }),
  };
}

async function forward(request: SdkRequest, { baseUrl, sent }: OpenOptions): Promise<object> {
  const { pathname } = new URL(request.uri);
  const query = formOf(request.params);
  const body = formOf(request.data);
  sent.push(
    described(request.method.toUpperCase(), `${pathname}${query.size > 0 ? `?${query}` : ''}`, body.toString()),
  );
  const credentials = Buffer.from(`${request.username}:${request.password}`).toString('base64');
  const response = await fetch(`${baseUrl}${pathname}?${query}`, {
    method: request.method,
    headers: { authorization: `Basic ${credentials}` },
    ...(body.size > 0 ? { body } : {}),
  });
  return { statusCode: response.status, body: await response.json(), headers: {} };
}

export const described = (method: string, target: string, body: string): string =>
  `${method} ${target}${body === '' ? '' : ` ${[...new URLSearchParams(body)].map(String).sort().join('&')}`}`;

function formOf(params: Params = {}): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    for (const one of [value].flat()) if (one !== undefined) form.append(name, String(one));
  return form;
}
