/** Sender and receiver reports (RFC 3550, 6.4). */
export interface SenderReport {
  readonly source: number;
  /** Wall clock in milliseconds since 1970, and the same moment as RTP timestamp. */
  readonly wallMs: number;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
  readonly block: ReportBlock | undefined;
}

/** What a receiver says of one stream. */
export interface ReportBlock {
  /** The sender that it is about. */
  readonly about: number;
  /** Share of packets lost since the last report, in 256ths. */
  readonly lossFraction: number;
  readonly lost: number;
  readonly highest: number;
  readonly jitterTicks: number;
  /** Middle 32 bits of the NTP time of the last sender report, and the delay since it in 1/65536 s. */
  readonly lastReport: number;
  readonly sinceLastReport: number;
}

const receiverType = 201;
const senderType = 200;
const goodbyeType = 203;
const descriptionType = 202;
/** Seconds between 1900 and 1970. */
const ntpOffset = 2_208_988_800;

/** Returns the middle 32 bits of an NTP time: seconds in 1/65536. */
export const shortNtp = (wallMs: number): number => Math.floor(((wallMs / 1000 + ntpOffset) % 65_536) * 65_536) >>> 0;

function printBlock(bytes: Buffer, at: number, block: ReportBlock): void {
  bytes.writeUInt32BE(block.about, at);
  bytes.writeUInt32BE(((block.lossFraction << 24) | (Math.min(0x7fffff, block.lost) & 0xffffff)) >>> 0, at + 4);
  bytes.writeUInt32BE(block.highest >>> 0, at + 8);
  bytes.writeUInt32BE(Math.round(block.jitterTicks) >>> 0, at + 12);
  bytes.writeUInt32BE(block.lastReport, at + 16);
  bytes.writeUInt32BE(block.sinceLastReport, at + 20);
}

function printHead(bytes: Buffer, count: number, type: number): void {
  bytes[0] = 0x80 | count;
  bytes[1] = type;
  bytes.writeUInt16BE(bytes.length / 4 - 1, 2);
}

/** Returns a compound packet: the report, and the canonical name that RFC 3550 requires. */
export function printSenderReport(report: SenderReport): Buffer {
  const { source, wallMs, timestamp, block } = report;
  const bytes = Buffer.alloc(28 + (block === undefined ? 0 : 24));
  printHead(bytes, block === undefined ? 0 : 1, senderType);
  bytes.writeUInt32BE(source, 4);
  const seconds = wallMs / 1000 + ntpOffset;
  bytes.writeUInt32BE(Math.floor(seconds) >>> 0, 8);
  bytes.writeUInt32BE(Math.floor((seconds % 1) * 2 ** 32) >>> 0, 12);
  bytes.writeUInt32BE(timestamp >>> 0, 16);
  bytes.writeUInt32BE(report.packets >>> 0, 20);
  bytes.writeUInt32BE(report.bytes >>> 0, 24);
  if (block !== undefined) printBlock(bytes, 28, block);
  return Buffer.concat([bytes, printDescription(source)]);
}

function printDescription(source: number): Buffer {
  const name = Buffer.from('parley');
  const bytes = Buffer.alloc(4 + 4 + Math.ceil((2 + name.length + 1) / 4) * 4);
  printHead(bytes, 1, descriptionType);
  bytes.writeUInt32BE(source, 4);
  bytes[8] = 1;
  bytes[9] = name.length;
  bytes.set(name, 10);
  return bytes;
}

/** Returns a packet that says that a sender leaves. */
export function printGoodbye(source: number): Buffer {
  const bytes = Buffer.alloc(8);
  printHead(bytes, 1, goodbyeType);
  bytes.writeUInt32BE(source, 4);
  return bytes;
}

export interface ParsedReports {
  /** Middle 32 bits of the NTP time of a sender report. */
  readonly senderReport: number | undefined;
  readonly blocks: readonly ReportBlock[];
}

/** Reads the reports of a compound packet. Ignores what it does not know. */
export function parseRtcp(bytes: Buffer): ParsedReports {
  let senderReport: number | undefined;
  const blocks: ReportBlock[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const first = bytes[at] as number;
    const end = at + (bytes.readUInt16BE(at + 2) + 1) * 4;
    if (first >> 6 !== 2 || end > bytes.length) break;
    const type = bytes[at + 1];
    if (type === senderType && end >= at + 28) senderReport = bytes.readUInt32BE(at + 10);
    const from = type === senderType ? at + 28 : type === receiverType ? at + 8 : end;
    for (let index = 0; index < (first & 0x1f); index++) {
      const start = from + index * 24;
      if (start + 24 > end) break;
      blocks.push(parseBlock(bytes, start));
    }
    at = end;
  }
  return { senderReport, blocks };
}

function parseBlock(bytes: Buffer, at: number): ReportBlock {
  const losses = bytes.readUInt32BE(at + 4);
  return {
    about: bytes.readUInt32BE(at),
    lossFraction: losses >>> 24,
    lost: losses & 0xffffff,
    highest: bytes.readUInt32BE(at + 8),
    jitterTicks: bytes.readUInt32BE(at + 12),
    lastReport: bytes.readUInt32BE(at + 16),
    sinceLastReport: bytes.readUInt32BE(at + 20),
  };
}
