/** Session descriptions (RFC 8866), as far as one audio stream needs them. */

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface SdpCodec {
  readonly payloadType: number;
  /** Upper case, for example `PCMU`. */
  readonly name: string;
  readonly clockRate: number;
  readonly format?: string;
}

export interface AudioDescription {
  readonly address: string;
  /** 0 if the stream is refused. */
  readonly port: number;
  /** Transport profile, for example `RTP/AVP` or `RTP/SAVP`. */
  readonly profile: string;
  readonly codecs: readonly SdpCodec[];
  readonly ptimeMs: number | undefined;
  readonly direction: Direction;
  /** SDES keys (RFC 4568) as they stand in the description. */
  readonly keys: readonly string[];
}

export interface SessionDescription {
  /** The description as it was received. */
  readonly text: string;
  /** The first audio stream; undefined if there is none. */
  readonly audio: AudioDescription | undefined;
  /** Media lines of all streams, in order, so that an answer can refuse the others. */
  readonly mediaLines: readonly string[];
  /** Index of the audio stream among them. */
  readonly audioIndex: number;
}

/** Payload types with a fixed meaning (RFC 3551). */
const staticCodecs: Readonly<Record<number, readonly [name: string, clockRate: number]>> = {
  0: ['PCMU', 8000],
  3: ['GSM', 8000],
  8: ['PCMA', 8000],
  9: ['G722', 8000],
  13: ['CN', 8000],
  18: ['G729', 8000],
};

const maxSdpBytes = 16_384;
const maxCodecs = 64;
const directions = ['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const;

interface Section {
  readonly media: string;
  readonly lines: readonly string[];
}

/** Returns undefined if the text is no session description. */
export function parseSdp(body: Buffer): SessionDescription | undefined {
  if (body.length === 0 || body.length > maxSdpBytes) return undefined;
  const text = body.toString('utf8');
  const lines = text.split(/\r\n|\n/).filter((line) => line !== '');
  if (lines[0] !== 'v=0' || lines.some((line) => !/^[a-z]=/.test(line))) return undefined;
  const firstMedia = lines.findIndex((line) => line.startsWith('m='));
  const session = firstMedia === -1 ? lines : lines.slice(0, firstMedia);
  const sections: { media: string; lines: string[] }[] = [];
  for (const line of firstMedia === -1 ? [] : lines.slice(firstMedia)) {
    if (line.startsWith('m=')) sections.push({ media: line, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  const audioIndex = sections.findIndex(({ media }) => media.startsWith('m=audio '));
  const section = sections[audioIndex];
  const audio = section === undefined ? undefined : audioOf(section, session);
  if (section !== undefined && audio === undefined) return undefined;
  return { text, audio, mediaLines: sections.map(({ media }) => media), audioIndex };
}

const attribute = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`a=${name}:`))?.slice(name.length + 3);

const connectionOf = (lines: readonly string[]): string | undefined =>
  /^c=IN IP[46] (\S+)/.exec(lines.find((line) => line.startsWith('c=')) ?? '')?.[1]?.split('/')[0];

function audioOf({ media, lines }: Section, session: readonly string[]): AudioDescription | undefined {
  const match = /^m=audio (\d{1,5})(?:\/\d+)? (\S+) (\d[\d ]*)$/.exec(media.trim());
  const address = connectionOf(lines) ?? connectionOf(session);
  if (match === null || address === undefined || Number(match[1]) > 65_535) return undefined;
  const types = (match[3] ?? '')
    .trim()
    .split(/ +/)
    .map(Number)
    .filter((type) => type <= 127)
    .slice(0, maxCodecs);
  const direction = directions.find((name) => lines.includes(`a=${name}`) || session.includes(`a=${name}`));
  const ptime = Number(attribute(lines, 'ptime'));
  return {
    address,
    port: Number(match[1]),
    profile: match[2] ?? '',
    codecs: types.flatMap((payloadType) => codecOf(payloadType, lines)),
    ptimeMs: ptime >= 5 && ptime <= 200 ? ptime : undefined,
    direction: directions.find((name) => lines.includes(`a=${name}`)) ?? direction ?? 'sendrecv',
    keys: lines.filter((line) => line.startsWith('a=crypto:')).map((line) => line.slice('a=crypto:'.length)),
  };
}

function codecOf(payloadType: number, lines: readonly string[]): readonly SdpCodec[] {
  const map = lines.find((line) => line.startsWith(`a=rtpmap:${payloadType} `));
  const format = lines.find((line) => line.startsWith(`a=fmtp:${payloadType} `))?.replace(/^a=fmtp:\d+ /, '');
  const match = /^a=rtpmap:\d+ ([^/\s]+)\/(\d+)/.exec(map ?? '');
  const [name, clockRate] =
    match === null ? (staticCodecs[payloadType] ?? []) : [(match[1] ?? '').toUpperCase(), Number(match[2])];
  if (name === undefined || clockRate === undefined) return [];
  return [{ payloadType, name, clockRate, ...(format === undefined ? {} : { format }) }];
}

export interface LocalDescription {
  readonly sessionId: string;
  /** Raised with each change. */
  readonly version: number;
  readonly address: string;
  readonly port: number;
  readonly codecs: readonly SdpCodec[];
  readonly direction: Direction;
  readonly ptimeMs: number;
  /** Transport profile, that of the offer; `RTP/AVP` by default. */
  readonly profile?: string;
  /** Our SDES key: `TAG SUITE inline:KEY`. */
  readonly key?: string;
  /** Media lines of the offer; all but the one at `audioIndex` are refused. */
  readonly mediaLines?: readonly string[];
  readonly audioIndex?: number;
}

/** Prints our side of a session. */
export function printSdp(local: LocalDescription): string {
  const family = local.address.includes(':') ? 'IP6' : 'IP4';
  const { audioIndex = 0, mediaLines = ['m=audio'] } = local;
  const media = mediaLines.flatMap((line, index) => (index === audioIndex ? audioLines(local) : [refusal(line)]));
  return [
    'v=0',
    `o=parley ${local.sessionId} ${local.version} IN ${family} ${local.address}`,
    's=Parley',
    `c=IN ${family} ${local.address}`,
    't=0 0',
    ...media,
    '',
  ].join('\r\n');
}

const refusal = (line: string): string => line.replace(/^(m=\S+ )\d+(\/\d+)?/, '$10');

function audioLines(local: LocalDescription): readonly string[] {
  const { port, codecs, direction, ptimeMs, profile = 'RTP/AVP', key } = local;
  return [
    `m=audio ${port} ${profile} ${codecs.map(({ payloadType }) => payloadType).join(' ')}`,
    ...codecs.map(({ payloadType, name, clockRate }) => `a=rtpmap:${payloadType} ${name}/${clockRate}`),
    ...codecs.flatMap(({ payloadType, format }) => (format === undefined ? [] : [`a=fmtp:${payloadType} ${format}`])),
    ...(key === undefined ? [] : [`a=crypto:${key}`]),
    `a=ptime:${ptimeMs}`,
    `a=${direction}`,
  ];
}
