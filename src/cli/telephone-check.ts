import { X509Certificate } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import type { SipConfig } from '../config/sip.ts';
import type { Check } from './check.ts';

export interface TelephoneCheckOptions {
  /** Whether the server runs, and so has the ports. */
  readonly isRunning: boolean;
  readonly now: Date;
  /** Time within which a running server must answer. */
  readonly answerMs?: number;
}

/** Checks the ports, the certificate and the address of telephones. Returns no check if telephones are off. */
export async function checkTelephones(sip: SipConfig | undefined, options: TelephoneCheckOptions): Promise<Check[]> {
  if (sip === undefined) return [];
  const checks = [
    options.isRunning ? await checkAnswer(sip, options.answerMs ?? 2000) : await checkSipPort(sip),
    await checkRtpPorts(sip.rtpPorts, sip.host),
    addressCheck(sip),
  ];
  return sip.tls === undefined ? checks : [...checks, await checkCertificate(sip.tls, options.now)];
}

const portName = 'SIP port';

/** Sends OPTIONS, which SIP servers answer without credentials. */
async function checkAnswer({ host, port, transports }: SipConfig, answerMs: number): Promise<Check> {
  if (!transports.includes('udp')) return { name: portName, state: 'ok', detail: `${port}, not tried without UDP` };
  const target = isEverywhere(host) ? (host === '::' ? '::1' : '127.0.0.1') : host;
  const socket = createSocket(target.includes(':') ? 'udp6' : 'udp4');
  try {
    socket.bind(0);
    await once(socket, 'listening');
    const signal = AbortSignal.timeout(answerMs);
    const answered = once(socket, 'message', { signal });
    socket.send(optionsTo(target, socket.address().port), port, target);
    const [line = ''] = String((await answered)[0]).split('\r\n');
    return { name: portName, state: 'ok', detail: `${port} answers ${line.replace('SIP/2.0 ', '')}` };
  } catch {
    const advice = 'Start the server with SIP_PORT, and let no other program or firewall have the port.';
    return { name: portName, state: 'failed', detail: `${port} does not answer within ${answerMs / 1000} s`, advice };
  } finally {
    socket.close();
  }
}

function optionsTo(host: string, localPort: number): string {
  const address = host.includes(':') ? `[${host}]` : host;
  return [
    `OPTIONS sip:${address} SIP/2.0`,
    `Via: SIP/2.0/UDP ${address}:${localPort};branch=z9hG4bKdoctor${localPort};rport`,
    'Max-Forwards: 70',
    `From: <sip:doctor@${address}>;tag=doctor`,
    `To: <sip:${address}>`,
    `Call-ID: doctor${localPort}@${address}`,
    'CSeq: 1 OPTIONS',
    'Content-Length: 0',
    '\r\n',
  ].join('\r\n');
}

async function checkSipPort({ host, port, transports }: SipConfig): Promise<Check> {
  const isUdpFree = !transports.includes('udp') || (await canBind(host, port));
  const isTcpFree = !transports.includes('tcp') || (await canListen(host, port));
  const isTlsFree = !transports.includes('tls') || (await canListen(host, port + 1));
  if (isUdpFree && isTcpFree && isTlsFree) return { name: portName, state: 'ok', detail: `${port} is free` };
  const takenPort = isUdpFree && isTcpFree ? port + 1 : port;
  const advice = 'Stop the program that listens there, set SIP_PORT to a free port, or correct SIP_HOST.';
  return { name: portName, state: 'failed', detail: `${takenPort} cannot be opened at ${host}`, advice };
}

async function canBind(host: string, port: number): Promise<boolean> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    socket.bind({ port, address: host, exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    socket.close();
  }
}

async function canListen(host: string, port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/** Number of ports that are tried, evenly over the range. */
const triedPorts = 50;

async function checkRtpPorts({ first, last }: SipConfig['rtpPorts'], host: string): Promise<Check> {
  const name = 'RTP ports';
  const step = Math.max(2, Math.floor((last - first + 1) / triedPorts));
  const ports = Array.from({ length: Math.ceil((last - first + 1) / step) }, (_, index) => first + index * step);
  const free = await Promise.all(ports.map((port) => canBind(host, port)));
  const count = free.filter(Boolean).length;
  const detail = `${first}-${last}, two for each call; ${count} of ${ports.length} tried are free`;
  if (count * 2 > ports.length) return { name, state: 'ok', detail };
  const advice = 'Set RTP_PORTS to a range of UDP ports that no other program uses, and open it in the firewall.';
  return { name, state: count === 0 ? 'failed' : 'warning', detail, advice };
}

const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** Phones and trunks send their audio to the address in our descriptions. */
function addressCheck({ host, publicAddress }: SipConfig): Check {
  const name = 'SIP address';
  if (publicAddress !== undefined) {
    const isPublic = ipaddr.process(publicAddress).range() === 'unicast';
    if (isPublic) return { name, state: 'ok', detail: `${publicAddress} outside of the local network` };
    const advice = 'Set SIP_PUBLIC_ADDRESS to the address of the router in the internet, or remove it.';
    return { name, state: 'warning', detail: `${publicAddress} is not a public address`, advice };
  }
  const local = isEverywhere(host) ? localAddresses() : [host];
  const isReached = local.some((address) => ipaddr.process(address).range() === 'unicast');
  if (isReached) return { name, state: 'ok', detail: local.join(', ') };
  const detail = `${local.join(', ') || host}: only phones and trunks of this network have audio`;
  return { name, state: 'ok', detail, advice: 'For others set SIP_PUBLIC_ADDRESS and forward the ports.' };
}

const localAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);

const dayMs = 86_400_000;
const soonDays = 14;

async function checkCertificate({ certPath }: NonNullable<SipConfig['tls']>, now: Date): Promise<Check> {
  const name = 'SIP certificate';
  const certificate = await readFile(certPath)
    .then((pem) => new X509Certificate(pem))
    .catch(() => undefined);
  if (certificate === undefined) {
    const advice = 'Set SIP_TLS_CERT to a file in PEM format that the server may read.';
    return { name, state: 'failed', detail: `${certPath} cannot be read`, advice };
  }
  const days = Math.floor((Date.parse(certificate.validTo) - now.getTime()) / dayMs);
  if (days >= soonDays) return { name, state: 'ok', detail: `valid for ${days} days` };
  const detail = days < 0 ? `expired on ${certificate.validTo}` : `expires on ${certificate.validTo}`;
  return { name, state: days < 0 ? 'failed' : 'warning', detail, advice: 'Renew it and restart the server.' };
}
