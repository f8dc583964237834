import { randomUUID } from 'node:crypto';
import {
  type Answer,
  askForStream,
  type CallRun,
  isLoopback,
  locate,
  placeAudioSocketCall,
  placeCall,
  placePhoneCall,
  resolverFor,
} from '../../media/index.ts';
import type { CallArguments } from './call-arguments.ts';
import { CliFault } from './cli-fault.ts';
import type { PhoneArguments } from './phone-arguments.ts';
import type { ServerClient } from './server-client.ts';

export interface StartContext {
  readonly client: ServerClient;
  /** Credential of the server. */
  readonly token: string | undefined;
  /** Port of this installation for AudioSocket, if it is set. */
  readonly audioSocketPort: number | undefined;
  /** Prints a line of text. */
  readonly say: (line: string) => void;
}

export interface StartedCall {
  readonly run: CallRun;
  /** Caller of the call in the server's record. */
  readonly from: string;
}

/** Places the call as a provider, a browser or a telephone. Throws `CliFault` if it is not answered. */
export async function startCall(args: CallArguments, context: StartContext): Promise<StartedCall> {
  const { phone } = args;
  return phone === undefined ? startStream(args, context) : startPhone(args, phone, context);
}

async function startPhone(
  { to, allowRemote }: CallArguments,
  phone: PhoneArguments,
  { client, say }: StartContext,
): Promise<StartedCall> {
  const peer = await locate(phone.domain, phone.transport, resolverFor('0.0.0.0'));
  if (peer === undefined) throw new CliFault('not_answered', `${phone.domain} does not resolve to an address`);
  const host = peer.address.includes(':') ? `[${peer.address}]` : peer.address;
  if (!allowRemote && !isLoopback(`http://${host}`))
    throw new CliFault('bad_argument', `${phone.domain} is not on this machine`, {
      advice: 'Add --allow-remote to call it anyway.',
    });
  say(`Calling ${to} as a telephone through ${phone.domain}, ${phone.codec} over ${phone.transport}`);
  const run = placePhoneCall({ ...phone, peer, to });
  if (!(await run.opened)) {
    const { reason } = await run.ended;
    throw new CliFault('not_answered', `the call was not answered: ${reason}`, {
      advice: 'See "When it does not work" in docs/phones.md.',
    });
  }
  return { run, from: (await client.extensionOf(phone.username)) ?? phone.username };
}

async function startStream(args: CallArguments, context: StartContext): Promise<StartedCall> {
  const { client, token, say } = context;
  const { dialect, from, to, url, conditions } = args;
  if (dialect === 'sip') throw new CliFault('bad_argument', 'a call over SIP needs --sip');
  if (dialect === 'audiosocket') return startAudioSocket(args, context);
  const callId = randomUUID();
  const stream = await askServer({ ...args, dialect }, { client, callId, token });
  say(`Calling ${to} over ${dialect} through ${url}`);
  const run = placeCall({
    dialect,
    url: stream.url,
    identity: { callId, from, to, custom: stream.custom },
    ...(stream.format === undefined ? {} : { format: stream.format }),
    ...conditions,
  });
  if (!(await run.opened)) {
    throw new CliFault('not_answered', `the stream at ${stream.url} did not open: ${(await run.ended).reason}`);
  }
  return { run, from };
}

/** Calls as the application `AudioSocket` of a dialplan, which has fetched a UUID. */
async function startAudioSocket(
  args: CallArguments,
  { client, token, say, audioSocketPort }: StartContext,
): Promise<StartedCall> {
  const { from, to, url, conditions } = args;
  const port = args.audioSocketPort ?? audioSocketPort;
  if (port === undefined)
    throw new CliFault('bad_argument', 'AUDIOSOCKET_PORT is not set here', { advice: 'Add --audiosocket-port.' });
  const callId = randomUUID();
  const { custom } = await askServer({ ...args, dialect: 'asterisk' }, { client, callId, token });
  if (custom.uuid === undefined)
    throw new CliFault('refused', 'the answer has no uuid: AudioSocket is off', {
      advice: 'Set AUDIOSOCKET_PORT in the environment of the server.',
    });
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  say(`Calling ${to} over audiosocket through ${host}:${port}`);
  const run = placeAudioSocketCall({ host, port, uuid: custom.uuid, identity: { callId, from, to }, ...conditions });
  if (!(await run.opened))
    throw new CliFault('not_answered', `AudioSocket at ${host}:${port} did not open: ${(await run.ended).reason}`, {
      advice: 'Give the AUDIOSOCKET_PORT of the server with --audiosocket-port.',
    });
  return { run, from };
}

type Stream = Extract<Answer, { kind: 'stream' }>;
type StreamArguments = CallArguments & { readonly dialect: Exclude<CallArguments['dialect'], 'audiosocket' | 'sip'> };

async function askServer(
  args: StreamArguments,
  {
    client,
    callId,
    token,
  }: { readonly client: ServerClient; readonly callId: string; readonly token: string | undefined },
): Promise<Stream> {
  const { dialect, from, to, allowRemote } = args;
  const flowUuid = dialect === 'browser' ? (args.flow ?? (await client.activeFlow())) : undefined;
  if (dialect === 'browser' && flowUuid === undefined) {
    if ((await client.health()) === undefined) throw new CliFault('not_answered', `nothing answers at ${args.url}`);
    throw new CliFault('refused', `the server at ${args.url} has no active flow`, {
      advice: 'Set --flow. A server on another machine also requires an API key (--key or PARLEY_API_KEY).',
    });
  }
  const answer = await askForStream({
    dialect,
    baseUrl: args.url,
    callId,
    from,
    to,
    allowRemote,
    token,
    ...(flowUuid === undefined ? {} : { flowUuid }),
  });
  switch (answer.kind) {
    case 'stream':
      return answer;
    case 'hang_up':
      throw new CliFault('refused', `the server rejected the call (${answer.reason || 'no reason given'})`);
    case 'refused':
      throw new CliFault('refused', `the server returned ${answer.status}: ${answer.detail}`);
    case 'unreadable':
      throw new CliFault('refused', `the server's response is invalid: ${answer.detail}`, {
        advice: 'Check that --url is the address of Parley.',
      });
    case 'unreachable':
      throw new CliFault('not_answered', `no server at ${args.url} (${answer.detail})`);
    case 'not_local':
      throw new CliFault('bad_argument', answer.detail, { advice: 'Add --allow-remote to call it anyway.' });
  }
}
