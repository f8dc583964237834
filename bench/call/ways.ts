import {
  askForStream,
  type CallRun,
  type FarDialectName,
  type LineConditions,
  placeAudioSocketCall,
  placeCall,
  placePhoneCall,
} from '../../media/index.ts';

/** Numbers of a call, and the address of the server. */
interface WantedCall {
  readonly baseUrl: string;
  readonly from: string;
  readonly to: string;
  readonly conditions: LineConditions;
}

/** A call that is set up, and its caller in the server's record. */
interface StartedCall {
  readonly run: CallRun;
  readonly from: string;
}

/** How callers reach the server. */
export interface Way {
  readonly name: string;
  /** Sets up a call. Returns the reason instead if that fails. */
  start(call: WantedCall): Promise<StartedCall | string>;
}

/** A provider opens a stream after its request for an answer. */
export const streamWay = (dialect: FarDialectName): Way => ({
  name: dialect,
  async start({ baseUrl, from, to, conditions: { network, acks } }) {
    const callId = crypto.randomUUID();
    const answer = await askForStream({ dialect, baseUrl, callId, from, to });
    if (answer.kind !== 'stream') return `answer: ${JSON.stringify(answer)}`;
    const run = placeCall({
      dialect,
      url: answer.url,
      identity: { callId, from, to, custom: answer.custom },
      // Different seeds, so that calls under the same conditions do not stall at the same moment.
      network: { ...network, seed: (network.seed ?? 1) + Number(from.slice(-4)) },
      acks,
      ...(answer.format === undefined ? {} : { format: answer.format }),
    });
    return opened(run, from);
  },
});

/** Asterisk with the application `AudioSocket` in its dialplan. */
export const audioSocketWay = (port: number): Way => ({
  name: 'audiosocket',
  async start({ baseUrl, from, to }) {
    const callId = crypto.randomUUID();
    const answer = await askForStream({ dialect: 'asterisk', baseUrl, callId, from, to });
    const uuid = answer.kind === 'stream' ? answer.custom.uuid : undefined;
    if (uuid === undefined) return `answer: ${JSON.stringify(answer)}`;
    const { hostname: host } = new URL(baseUrl);
    return opened(placeAudioSocketCall({ host, port, uuid, identity: { callId, from, to } }), from);
  },
});

export interface BenchPhone {
  readonly extension: string;
  readonly sip_username: string;
  readonly sip_password: string;
}

/** Telephones, each in turn, that dial an extension of the server. */
export function phoneWay(phones: readonly BenchPhone[], sipPort: number, extension: string): Way {
  let calls = 0;
  return {
    name: 'sip',
    async start({ baseUrl }) {
      const phone = phones[calls++ % phones.length] as BenchPhone;
      const { hostname: address } = new URL(baseUrl);
      const run = placePhoneCall({
        domain: `${address}:${sipPort}`,
        peer: { transport: 'udp', address, port: sipPort },
        username: phone.sip_username,
        password: phone.sip_password,
        to: extension,
        codec: 'PCMU',
      });
      return opened(run, phone.extension);
    },
  };
}

const opened = async (run: CallRun, from: string): Promise<StartedCall | string> =>
  (await run.opened) ? { run, from } : `stream: ${(await run.ended).reason}`;
