import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Number of the trunk that sipp calls. */
export const lineNumber = '+12025550162';

export const description = (port: number, codec: string, more = ''): string => `Content-Type: application/sdp
      Content-Length: [len]

      v=0
      o=pbx 1 ${port} IN IP4 127.0.0.1
      s=-
      c=IN IP4 127.0.0.1
      t=0 0
      m=audio ${port} RTP/AVP ${codec}
      ${more}`;

interface Request {
  readonly method: string;
  readonly number: number;
  readonly body: string;
  readonly headers?: readonly string[];
}

/** A request of sipp's side; those after the answer are in its dialog. */
export const request = (
  { method, number: cseq, body, headers = [] }: Request,
  isInDialog: boolean,
): string => `<send><![CDATA[
      ${method} ${isInDialog ? '[next_url]' : `sip:${lineNumber}@[remote_ip]:[remote_port]`} SIP/2.0
      Via: SIP/2.0/UDP [local_ip]:[local_port];branch=[branch]
      From: <sip:+12025550163@[local_ip]>;tag=[call_number]
      To: <sip:${lineNumber}@[remote_ip]>[peer_tag_param]
      Call-ID: [call_id]
      CSeq: ${cseq} ${method}
      Contact: <sip:pbx@192.0.2.1:5999>
      Max-Forwards: 70
      ${[...headers, body].join('\n      ')}

    ]]></send>`;

export const answer = `<recv response="100" optional="true"></recv>
  <recv response="180" optional="true"></recv>
  <recv response="200" rtd="true" rrs="true"></recv>`;

export const none = 'Content-Length: 0';

/** Receives a request and answers it. */
export const answered = (method: string): string => `<recv request="${method}"></recv><send><![CDATA[
      SIP/2.0 200 OK
      [last_Via:]
      [last_From:]
      [last_To:]
      [last_Call-ID:]
      [last_CSeq:]
      Contact: <sip:pbx@[local_ip]:[local_port]>
      ${none}

    ]]></send>`;

/** A call that we hang up. */
export const hungUp = answered('BYE');

export interface SippOptions {
  readonly folder: string;
  /** Port of sipp. */
  readonly port: number;
  /** Port of the server. */
  readonly serverPort: number;
  readonly more?: readonly string[];
}

/** Runs a scenario in which sipp calls; resolves to its exit status. */
export async function runSipp(
  name: string,
  steps: readonly string[],
  { folder, port, serverPort, more = [] }: SippOptions,
): Promise<{ readonly over: Promise<number> }> {
  const file = join(folder, `${name}.xml`);
  await writeFile(file, `<?xml version="1.0"?><scenario name="${name}">${steps.join('\n')}</scenario>`);
  const args = [
    '-sf',
    file,
    '-i',
    '127.0.0.1',
    '-p',
    String(port),
    '-m',
    '1',
    '-nostdin',
    '-timeout',
    '150s',
    '-timeout_error',
  ];
  const sipp = spawn('sipp', [...args, ...more, `127.0.0.1:${serverPort}`], { cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void sipp.kill('SIGKILL'));
  return { over: once(sipp, 'exit').then(([code]) => code as number) };
}
